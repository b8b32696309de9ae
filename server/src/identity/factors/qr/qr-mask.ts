import type { QrGrid } from './qr-grid.ts';

/** The eight patterns of the standard: where one is true, data modules are turned over. */
const patterns: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];
export const maskCount = patterns.length;

/** Turns the modules of a mask over; doing it twice undoes it. */
export const applyMask = (grid: QrGrid, mask: number): void => {
  const pattern = patterns[mask];
  if (pattern === undefined) throw new RangeError(`there is no mask ${mask}`);
  for (let place = 0; place < grid.dark.length; place += 1) {
    if (grid.framed[place] === 1 || !pattern(Math.floor(place / grid.size), place % grid.size)) continue;
    grid.dark[place] = (grid.dark[place] ?? 0) ^ 1;
  }
};

/** How hard the symbol is to read, by the standard's four rules; the mask with the least is used. */
export const penaltyOf = (grid: QrGrid): number => {
  const { size, dark } = grid;
  const rows = Array.from({ length: size }, (_, row) => dark.subarray(row * size, (row + 1) * size).join(''));
  const columns = Array.from({ length: size }, (_, column) => rows.map((row) => row[column]).join(''));
  const lines = [...rows, ...columns];
  const share = dark.reduce((sum, module) => sum + module, 0) / dark.length;
  return (
    lines.reduce((sum, line) => sum + runPenalty(line) + finderPenalty(line), 0) +
    blockPenalty(rows) +
    Math.floor(Math.abs(share * 100 - 50) / 5) * 10
  );
};

const runPenalty = (line: string): number =>
  (line.match(/0{5,}|1{5,}/g) ?? []).reduce((sum, run) => sum + run.length - 2, 0);

/** What a reader could take for a finder pattern. Matches may overlap. */
const finderPenalty = (line: string): number =>
  40 * ((line.match(/(?=10111010000)/g)?.length ?? 0) + (line.match(/(?=00001011101)/g)?.length ?? 0));

const blockPenalty = (rows: readonly string[]): number => {
  let blocks = 0;
  for (const [at, row] of rows.slice(1).entries()) {
    const above = rows[at] ?? '';
    for (let column = 1; column < row.length; column += 1) {
      const square = `${above[column - 1]}${above[column]}${row[column - 1]}${row[column]}`;
      if (square === '0000' || square === '1111') blocks += 1;
    }
  }
  return blocks * 3;
};
