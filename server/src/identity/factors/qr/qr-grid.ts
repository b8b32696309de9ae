import type { QrLayout } from './qr-layout.ts';

/** The modules of a symbol, and which of them are part of the frame: those carry no data and are never masked. */
export interface QrGrid {
  readonly size: number;
  readonly dark: Uint8Array;
  readonly framed: Uint8Array;
}

const put = (grid: QrGrid, row: number, column: number, isDark: boolean): void => {
  if (row < 0 || column < 0 || row >= grid.size || column >= grid.size) return;
  grid.dark[row * grid.size + column] = isDark ? 1 : 0;
  grid.framed[row * grid.size + column] = 1;
};

/** Everything that does not depend on the text: finder patterns, timing lines, squares, version. Format bits come last. */
export const drawFrame = (layout: QrLayout): QrGrid => {
  const { size } = layout;
  const grid: QrGrid = { size, dark: new Uint8Array(size ** 2), framed: new Uint8Array(size ** 2) };
  for (let at = 0; at < size; at += 1) {
    put(grid, 6, at, at % 2 === 0);
    put(grid, at, 6, at % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    drawSquare(grid, row, column, 4, [2, 4]);
  const last = size - 7;
  for (const row of layout.alignment) {
    for (const column of layout.alignment) {
      const isFinder = (row === 6 && (column === 6 || column === last)) || (row === last && column === 6);
      if (!isFinder) drawSquare(grid, row, column, 2, [1]);
    }
  }
  drawFormat(grid, 0);
  if (layout.version >= 7) drawVersion(grid, layout.version);
  return grid;
};

/** Rings around a centre; those at a distance of `light` are light. */
const drawSquare = (grid: QrGrid, row: number, column: number, reach: number, light: readonly number[]): void => {
  for (let down = -reach; down <= reach; down += 1) {
    for (let right = -reach; right <= reach; right += 1) {
      const distance = Math.max(Math.abs(down), Math.abs(right));
      put(grid, row + down, column + right, !light.includes(distance));
    }
  }
};

/** The remainder that makes the code of a number, for a generator with the given highest bit. */
const remainderOf = (value: number, generator: number, bits: number): number => {
  let rest = value << bits;
  for (let at = 31; at >= bits; at -= 1) if ((rest >>> at) & 1) rest ^= generator << (at - bits);
  return rest;
};

/** Level M (its number is 0) and the mask, twice, so that one may be lost. */
export const drawFormat = (grid: QrGrid, mask: number): void => {
  const bits = ((mask << 10) | remainderOf(mask, 0x537, 10)) ^ 0x5412;
  const { size } = grid;
  for (let at = 0; at < 15; at += 1) {
    const isDark = ((bits >> at) & 1) === 1;
    // Up the column beside the first finder pattern and along the row below it, skipping the timing lines.
    if (at < 8) put(grid, at < 6 ? at : at + 1, 8, isDark);
    else put(grid, 8, at === 8 ? 7 : 14 - at, isDark);
    // And along the other two finder patterns.
    if (at < 8) put(grid, 8, size - 1 - at, isDark);
    else put(grid, size - 15 + at, 8, isDark);
  }
  put(grid, size - 8, 8, true);
};

const drawVersion = (grid: QrGrid, version: number): void => {
  const bits = (version << 12) | remainderOf(version, 0x1f25, 12);
  for (let at = 0; at < 18; at += 1) {
    const isDark = ((bits >> at) & 1) === 1;
    const [near, far] = [Math.floor(at / 3), grid.size - 11 + (at % 3)];
    put(grid, near, far, isDark);
    put(grid, far, near, isDark);
  }
};

/** Data goes up and down in columns of two, from the right, around whatever is framed. */
export const drawBytes = (grid: QrGrid, bytes: Uint8Array): void => {
  const { size } = grid;
  let bit = 0;
  for (let right = size - 1, upward = true; right > 0; right -= 2, upward = !upward) {
    // The upright timing line has a column of its own.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row: number = upward ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        const place = row * size + column;
        if (grid.framed[place] === 1) continue;
        grid.dark[place] = ((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
        bit += 1;
      }
    }
  }
};
