/** Where ISO/IEC 18004 puts what in a symbol of a version, at error correction level M (a seventh may be unreadable). */
export interface QrLayout {
  readonly version: number;
  readonly size: number;
  readonly blocks: number;
  readonly correctionPerBlock: number;
  readonly dataBytes: number;
  readonly totalBytes: number;
  /** Rows and columns on whose crossings small squares stand. */
  readonly alignment: readonly number[];
}

const correctionPerBlock = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
export const mostVersions = blocks.length;

const alignmentOf = (version: number): number[] => {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = version * 4 + 10;
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, place) => last - step * (count - 2 - place))];
};

export const qrLayout = (version: number): QrLayout => {
  const [perBlock, count] = [correctionPerBlock[version - 1], blocks[version - 1]];
  if (perBlock === undefined || count === undefined) throw new RangeError(`there is no QR version ${version} here`);
  const size = version * 4 + 17;
  const alignment = alignmentOf(version);
  const squares = alignment.length === 0 ? 0 : alignment.length ** 2 - 3;
  const onTimingLines = alignment.length === 0 ? 0 : (alignment.length - 2) * 2;
  // Finder patterns with their margin, timing lines, format bits and the dark module, squares, version bits.
  const taken = 192 + 2 * (size - 16) + 31 + squares * 25 - onTimingLines * 5 + (version < 7 ? 0 : 36);
  const totalBytes = Math.floor((size ** 2 - taken) / 8);
  return {
    version,
    size,
    blocks: count,
    correctionPerBlock: perBlock,
    dataBytes: totalBytes - perBlock * count,
    totalBytes,
    alignment,
  };
};
