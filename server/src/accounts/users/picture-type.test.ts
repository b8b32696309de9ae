import { describe, expect, test } from 'vitest';
import { pictureTypeOf } from './picture-type.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0xff, 0xd9]);
const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');

const withRiffLength = (bytes: Buffer, length: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(length, 4);
  return copy;
};

describe('pictureTypeOf', () => {
  test.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
  ])('recognises %s by content', (type, bytes) => {
    expect(pictureTypeOf(bytes)).toBe(type);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0x89])],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a PNG that was cut off', png.subarray(0, 40)],
    ['a JPEG that was cut off', jpeg.subarray(0, 10)],
    ['a JPEG start before a page', Buffer.concat([jpeg.subarray(0, 4), Buffer.from('<html>')])],
    ['a WebP with a wrong length', withRiffLength(webp, 4_000)],
    ['RIFF that is sound', Buffer.concat([webp.subarray(0, 8), Buffer.from('WAVE'), webp.subarray(12)])],
  ])('does not take %s', (_, bytes) => {
    expect(pictureTypeOf(bytes)).toBeUndefined();
  });
});
