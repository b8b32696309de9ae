import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  it.each([
    ['{}', '{}'],
    [' { "b" : [ 1 , null ] , "a" : true } ', '{"a":true,"b":[1,null]}'],
    ['{"aa":1,"b":2,"B":3}', '{"B":3,"aa":1,"b":2}'],
    ['{"z":{"y":1,"x":[{"w":1,"v":2}]}}', '{"z":{"x":[{"v":2,"w":1}],"y":1}}'],
    ['9007199254740993', '9007199254740993'],
    ['[1.50, 1e400, -0]', '[1.50,1e400,-0]'],
    ['"\\u00e4\\u20ac\\n\\/"', '"ä€\\n/"'],
    ['{"__proto__":1,"constructor":2}', '{"__proto__":1,"constructor":2}'],
    ['{"10":1,"9":2}', '{"10":1,"9":2}'],
  ])('%s', (text, canonical) => {
    expect(canonicalJson(text)).toBe(canonical);
  });

  it('depends neither on spaces nor on the order of keys', () => {
    const shuffle = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffle);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, item]) => [key, shuffle(item)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const straight = canonicalJson(JSON.stringify(value));
        expect(canonicalJson(JSON.stringify(shuffle(value), undefined, 3))).toBe(straight);
        expect(canonicalJson(straight)).toBe(straight);
      }),
    );
  });

  it('stands more nesting than the log ever stores', () => {
    const deep = '['.repeat(500) + ']'.repeat(500);
    expect(canonicalJson(deep)).toBe(deep);
  });
});
