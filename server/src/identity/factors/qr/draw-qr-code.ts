import { qrBytes } from './qr-bytes.ts';
import { drawBytes, drawFormat, drawFrame, type QrGrid } from './qr-grid.ts';
import { applyMask, maskCount, penaltyOf } from './qr-mask.ts';

export interface QrDrawing {
  /** Width and height in modules, with the light margin that readers need. */
  readonly size: number;
  /** The dark modules, for the `d` of an SVG path. */
  readonly path: string;
}

const margin = 4;

/** The QR code of a text (ISO/IEC 18004, bytes, level M). */
export const drawQrCode = (text: string): QrDrawing => {
  const grid = makeQrGrid(text);
  const parts: string[] = [];
  for (let row = 0; row < grid.size; row += 1) {
    for (let column = 0, width = 0; column < grid.size; column += Math.max(width, 1)) {
      width = 0;
      while (column + width < grid.size && grid.dark[row * grid.size + column + width] === 1) width += 1;
      if (width > 0) parts.push(`M${column + margin} ${row + margin}h${width}v1h-${width}z`);
    }
  }
  return { size: grid.size + 2 * margin, path: parts.join('') };
};

export const makeQrGrid = (text: string): QrGrid => {
  const { layout, bytes } = qrBytes(text);
  const grid = drawFrame(layout);
  drawBytes(grid, bytes);
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let mask = 0; mask < maskCount; mask += 1) {
    drawFormat(grid, mask);
    applyMask(grid, mask);
    const penalty = penaltyOf(grid);
    applyMask(grid, mask);
    if (penalty < least) [best, least] = [mask, penalty];
  }
  drawFormat(grid, best);
  applyMask(grid, best);
  return grid;
};
