/** Longer needles go through the search below: from here on the built-in one can take time n times m. */
const builtInNeedle = 200;

/** Whether text holds needle, in time that grows with the sum of their lengths whatever they look like. */
export function holdsText(text: string, needle: string): boolean {
  if (needle.length <= builtInNeedle || needle.length > text.length) return text.includes(needle);
  const borders = bordersOf(needle);
  let matched = 0;
  for (let index = 0; index < text.length; index += 1) {
    matched = advance(needle, borders, matched, text.charCodeAt(index));
    if (matched === needle.length) return true;
  }
  return false;
}

/** For each prefix of the needle, the length of its longest proper prefix that is also its suffix (Knuth, Morris, Pratt). */
function bordersOf(needle: string): Int32Array {
  const borders = new Int32Array(needle.length + 1);
  let border = 0;
  for (let index = 1; index < needle.length; index += 1) {
    border = advance(needle, borders, border, needle.charCodeAt(index));
    borders[index + 1] = border;
  }
  return borders;
}

function advance(needle: string, borders: Int32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && needle.charCodeAt(length) !== unit) length = borders[length] ?? 0;
  return needle.charCodeAt(length) === unit ? length + 1 : 0;
}
