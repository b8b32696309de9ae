import { mostVersions, type QrLayout, qrLayout } from './qr-layout.ts';
import { correctionBytes } from './reed-solomon.ts';

/** The bytes of a symbol in the order in which they are drawn, and the smallest layout that holds the text. */
export const qrBytes = (text: string): { readonly layout: QrLayout; readonly bytes: Uint8Array } => {
  const content = new TextEncoder().encode(text);
  for (let version = 1; version <= mostVersions; version += 1) {
    const layout = qrLayout(version);
    if (content.length + headLength(version) <= layout.dataBytes) {
      return { layout, bytes: interleave(layout, frame(layout, content)) };
    }
  }
  throw new RangeError('the text is too long for a QR code');
};

/** Mode and length take 12 bits, or 20 in the larger versions: rounded up, because the end mark takes the rest. */
const headLength = (version: number): number => (version < 10 ? 2 : 3);

/** Mode "bytes", length, content and end mark, filled up with the two bytes that the standard names. */
const frame = (layout: QrLayout, content: Uint8Array): Uint8Array => {
  const length = layout.version < 10 ? [content.length] : [content.length >> 8, content.length & 0xff];
  // The mode takes half a byte, so everything after it stands across bytes; the end mark is the half that is left.
  const halves = [modeBytes, ...[...length, ...content].flatMap((byte) => [byte >> 4, byte & 0xf]), endMark];
  const used = halves.length / 2;
  return Uint8Array.from({ length: layout.dataBytes }, (_, at) => {
    if (at >= used) return (at - used) % 2 === 0 ? 0xec : 0x11;
    return ((halves[at * 2] ?? 0) << 4) | (halves[at * 2 + 1] ?? 0);
  });
};

const modeBytes = 4;
const endMark = 0;

/** Cuts the data into blocks, the longer ones last, and deals data and then correction bytes out one by one. */
const interleave = (layout: QrLayout, data: Uint8Array): Uint8Array => {
  const short = Math.floor(layout.dataBytes / layout.blocks);
  const longOnes = layout.dataBytes % layout.blocks;
  const parts: Uint8Array[] = [];
  for (let block = 0, start = 0; block < layout.blocks; block += 1) {
    const end = start + short + (block >= layout.blocks - longOnes ? 1 : 0);
    parts.push(data.subarray(start, end));
    start = end;
  }
  const corrections = parts.map((part) => correctionBytes(part, layout.correctionPerBlock));
  return Uint8Array.from([...deal(parts, short + 1), ...deal(corrections, layout.correctionPerBlock)]);
};

const deal = (parts: readonly Uint8Array[], rounds: number): number[] =>
  Array.from({ length: rounds }, (_, round) => parts.map((part) => part[round])).flatMap((row) =>
    row.filter((byte) => byte !== undefined),
  );
