export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PictureType = (typeof pictureTypes)[number];

export const mostPictureBytes = 2_097_152;

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pngHeader = Buffer.from('IHDR');
const pngEnd = Buffer.from('IEND');
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);
const jpegEnd = Buffer.from([0xff, 0xd9]);

const has = (bytes: Buffer, text: string | Buffer, at: number): boolean => {
  const expected = Buffer.from(text);
  return bytes.subarray(at, at + expected.length).equals(expected);
};

const isPng = (bytes: Buffer): boolean =>
  has(bytes, png, 0) && has(bytes, pngHeader, 12) && has(bytes, pngEnd, bytes.length - 8);

const isJpeg = (bytes: Buffer): boolean => has(bytes, jpegStart, 0) && has(bytes, jpegEnd, bytes.length - 2);

const webpKinds = ['VP8 ', 'VP8L', 'VP8X'];

// The length that the file says of itself must fit: an HTML page behind a RIFF header is no picture.
const isWebp = (bytes: Buffer): boolean =>
  bytes.length >= 20 &&
  has(bytes, 'RIFF', 0) &&
  has(bytes, 'WEBP', 8) &&
  bytes.readUInt32LE(4) + 8 === bytes.length + (bytes.length % 2) &&
  webpKinds.some((kind) => has(bytes, kind, 12));

/** What the picture is by its content, whatever its sender called it; undefined when it is none that we take. */
export const pictureTypeOf = (bytes: Buffer): PictureType | undefined => {
  if (isPng(bytes)) return 'image/png';
  if (isJpeg(bytes)) return 'image/jpeg';
  return isWebp(bytes) ? 'image/webp' : undefined;
};
