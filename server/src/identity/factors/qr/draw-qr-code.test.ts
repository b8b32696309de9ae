import { expect, test } from 'vitest';
import { drawQrCode, makeQrGrid } from './draw-qr-code.ts';
import { drawFrame, type QrGrid } from './qr-grid.ts';
import { qrLayout } from './qr-layout.ts';
import { applyMask } from './qr-mask.ts';
import { correctionBytes, multiply } from './reed-solomon.ts';

test('the data capacity of each version at level M is that of ISO/IEC 18004', () => {
  const capacities = Array.from({ length: 20 }, (_, place) => qrLayout(place + 1).dataBytes);
  expect(capacities).toEqual([
    16, 28, 44, 64, 86, 108, 124, 154, 182, 216, 254, 290, 334, 365, 415, 453, 507, 563, 627, 669,
  ]);
  expect(qrLayout(7).alignment).toEqual([6, 22, 38]);
  expect(qrLayout(16).alignment).toEqual([6, 26, 50, 74]);
  expect(qrLayout(20).alignment).toEqual([6, 34, 62, 90]);
});

test('correction bytes of a known symbol', () => {
  const data = Uint8Array.of(32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17);
  expect([...correctionBytes(data, 10)]).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

/** Reads a perfect symbol the way a scanner does: mask from the format bits, bytes from the zigzag, blocks, text. */
const read = (grid: QrGrid): string => {
  const { size } = grid;
  const at = (row: number, column: number) => grid.dark[row * size + column] ?? 0;
  const format = Array.from({ length: 15 }, (_, bit) =>
    at(bit < 8 ? 8 : size - 15 + bit, bit < 8 ? size - 1 - bit : 8),
  );
  const number = format.reduce((sum, bit, place) => sum | (bit << place), 0) ^ 0x5412;
  expect(number >> 13).toBe(0);
  const layout = qrLayout((size - 17) / 4);
  const copy: QrGrid = { size, dark: Uint8Array.from(grid.dark), framed: drawFrame(layout).framed };
  applyMask(copy, (number >> 10) & 7);
  const bits: number[] = [];
  const pairs = Array.from(
    { length: (size - 1) / 2 },
    (_, pair) => size - 1 - 2 * pair - (size - 1 - 2 * pair <= 6 ? 1 : 0),
  );
  for (const [pair, right] of pairs.entries()) {
    for (let step = 0; step < size; step += 1) {
      const row = pair % 2 === 0 ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (copy.framed[row * size + column] !== 1) bits.push(copy.dark[row * size + column] ?? 0);
      }
    }
  }
  const bytes = Array.from({ length: layout.totalBytes }, (_, place) =>
    bits.slice(place * 8, place * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  );
  return decode(layout, bytes);
};

const decode = (layout: ReturnType<typeof qrLayout>, bytes: readonly number[]): string => {
  const { blocks, dataBytes, correctionPerBlock } = layout;
  const short = Math.floor(dataBytes / blocks);
  const lengths = Array.from(
    { length: blocks },
    (_, block) => short + (block >= blocks - (dataBytes % blocks) ? 1 : 0),
  );
  const parts: number[][] = lengths.map(() => []);
  let next = 0;
  for (let round = 0; round <= short; round += 1) {
    for (const [block, part] of parts.entries()) if (round < (lengths[block] ?? 0)) part.push(bytes[next++] ?? -1);
  }
  const whole = parts.map((part) => [...part]);
  for (let round = 0; round < correctionPerBlock; round += 1) {
    for (const part of whole) part.push(bytes[next++] ?? -1);
  }
  // A codeword without errors is zero at every root of the generator.
  for (const word of whole) {
    for (let root = 1, power = 0; power < correctionPerBlock; power += 1, root = multiply(root, 2)) {
      expect(word.reduce((value, byte) => multiply(value, root) ^ byte, 0)).toBe(0);
    }
  }
  const halves = parts.flat().flatMap((byte) => [byte >> 4, byte & 0xf]);
  expect(halves[0]).toBe(4);
  const lengthHalves = layout.version < 10 ? 2 : 4;
  const length = halves.slice(1, 1 + lengthHalves).reduce((sum, half) => sum * 16 + half, 0);
  const content = Array.from({ length }, (_, place) => {
    const start = 1 + lengthHalves + place * 2;
    return ((halves[start] ?? 0) << 4) | (halves[start + 1] ?? 0);
  });
  return new TextDecoder().decode(Uint8Array.from(content));
};

const address = 'otpauth://totp/Portolan:ada%40example.com?issuer=Portolan&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([1, 14, 15, 60, 61, 120, 121, 152, 180, 213, 214, 300, 450, 560, 666])('a text of %i bytes', (length) => {
  const text = address.repeat(10).slice(0, length);
  expect(read(makeQrGrid(text))).toBe(text);
});

test('letters of every language', () => {
  expect(read(makeQrGrid('zoë@bücher.example, 日本語'))).toBe('zoë@bücher.example, 日本語');
});

test('a text that no symbol here holds is refused', () => {
  expect(() => makeQrGrid('x'.repeat(667))).toThrow(RangeError);
});

test('the drawing has the margin that readers need', () => {
  const { size, path } = drawQrCode('x');
  expect(size).toBe(21 + 8);
  expect(path).toMatch(/^M4 4h7v1h-7z/);
});
