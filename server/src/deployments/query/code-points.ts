/** Text as the specification counts it: in Unicode code points, so that a pair of surrogates is never torn apart. */

export function codePointLength(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    if (isHigh(text.charCodeAt(index)) && isLow(text.charCodeAt(index + 1))) {
      length -= 1;
      index += 1;
    }
  }
  return length;
}

/** Orders by code point. JavaScript's own `<` puts characters beyond U+FFFF before those from U+E000. */
export function compareCodePoints(a: string, b: string, shared = sharedPrefix(a, b)): number {
  if (shared === a.length || shared === b.length) return a.length - b.length;
  return rank(a.charCodeAt(shared)) - rank(b.charCodeAt(shared));
}

export function sharedPrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let index = 0;
  while (index < most && a.charCodeAt(index) === b.charCodeAt(index)) index += 1;
  return index;
}

/** Surrogates stand for code points above all others, though their own numbers lie below U+E000. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
