/** Arithmetic in the field of 256 elements that QR codes use (reduced by x^8 + x^4 + x^3 + x^2 + 1). */
const powers = new Uint8Array(510);
const logarithms = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  powers[exponent] = value;
  powers[exponent + 255] = value;
  logarithms[value] = exponent;
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d;
}

export const multiply = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (powers[(logarithms[a] ?? 0) + (logarithms[b] ?? 0)] ?? 0);

/** The product of (x - 2^i) for i below `degree`, highest power first, without the leading 1. */
const generatorOf = (degree: number): Uint8Array => {
  let generator = Uint8Array.of(1);
  for (let place = 0; place < degree; place += 1) {
    const next = new Uint8Array(generator.length + 1);
    generator.forEach((coefficient, at) => {
      next[at] = (next[at] ?? 0) ^ coefficient;
      next[at + 1] = multiply(coefficient, powers[place] ?? 0);
    });
    generator = next;
  }
  return generator.subarray(1);
};

/** The bytes that let a reader mend the data: the remainder of data * x^count divided by the generator. */
export const correctionBytes = (data: Uint8Array, count: number): Uint8Array => {
  const generator = generatorOf(count);
  const remainder = new Uint8Array(count);
  for (const byte of data) {
    const factor = byte ^ (remainder[0] ?? 0);
    remainder.copyWithin(0, 1);
    remainder[count - 1] = 0;
    generator.forEach((coefficient, at) => {
      remainder[at] = (remainder[at] ?? 0) ^ multiply(coefficient, factor);
    });
  }
  return remainder;
};
