const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// Bytes from here on are thrown away: 256 is no multiple of 62, and the remainder would favour the first letters.
const fairBelow = 248;

export type RandomSource = (length: number) => Uint8Array;

/** `length` characters, each equally likely: 5.95 bits apiece. */
export const randomBase62 = (length: number, random: RandomSource): string => {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length)) {
      if (byte < fairBelow && text.length < length) text += alphabet.charAt(byte % 62);
    }
  }
  return text;
};

/** A whole number with leading zeros, `length` characters wide. */
export const toBase62 = (value: number, length: number): string => {
  let rest = value;
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = alphabet.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
};
