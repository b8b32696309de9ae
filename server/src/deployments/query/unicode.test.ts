import { describe, expect, test } from 'vitest';
import { codePointLength, compareCodePoints } from './code-points.ts';
import { outcomeOf } from './outcome-of.ts';

/** Text is counted, turned round, cut and ordered by code points, never by halves of a surrogate pair. */
const data = { note: 'a𝄞b', flag: '🇩🇪', accent: 'é', order: ['\u{1f600}', '\ufffd', 'z', '\ud7ff', '\ue000'] };

describe('code points', () => {
  test.for([
    ['length(note)', 3],
    ['length(flag)', 2],
    ["length('e\u0301')", 2],
    ['length(accent)', 1],
    ["length('😀😀')", 2],
    ['reverse(note)', 'b𝄞a'],
    ["reverse('x😀')", '😀x'],
    ['note[1:2]', '𝄞'],
    ['note[:2]', 'a𝄞'],
    ['note[::-1]', 'b𝄞a'],
    ['note[-1:]', 'b'],
    ['note[::2]', 'ab'],
    ['sort(order)', ['z', '\ud7ff', '\ue000', '\ufffd', '\u{1f600}']],
    ['max(order)', '\u{1f600}'],
    ["contains(note, '𝄞')", true],
    ["starts_with('😀x', '😀')", true],
    ['"é"', null],
  ] as const)('%s', ([expression, value]) => {
    expect(outcomeOf(expression, data)).toStrictEqual({ value });
  });

  test.for([
    ['', 0],
    ['\ud83d', 1],
    ['\ude00', 1],
    ['\ud83d\ud83d\ude00', 2],
    ['\ude00\ud83d', 2],
  ] as const)('lone surrogates count one each: %j', ([text, length]) => {
    expect(codePointLength(text)).toBe(length);
    expect(codePointLength(text)).toBe([...text].length);
  });

  test('the order is that of the code points for all pairs of interesting texts', () => {
    const units = ['', 'a', 'b', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{1f600}', '\u{10ffff}'];
    const texts = units.flatMap((first) => units.map((second) => first + second));
    const points = (text: string) => [...text].map((character) => character.codePointAt(0) ?? 0);
    const expected = (a: string, b: string) => {
      const [left, right] = [points(a), points(b)];
      const at = left.findIndex((point, index) => point !== right[index]);
      if (at === -1) return left.length - right.length;
      return (left[at] ?? 0) - (right[at] ?? -1);
    };
    for (const a of texts) {
      for (const b of texts) expect(Math.sign(compareCodePoints(a, b)), `${a} ${b}`).toBe(Math.sign(expected(a, b)));
    }
  });
});
