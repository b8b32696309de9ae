/**
 * How a sealed value is written: `ptl1.<key id>.<wrapped data key>.<sealed value>`, the last two in base64url.
 * The key id stands in the open so that SQL finds what an old key still holds: `NOT LIKE 'ptl1.k2.%'`.
 */
export interface SealedParts {
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  /** Still in base64url: a rotation copies it as it is, however long. */
  readonly body: string;
}

const version = 'ptl1';
const form = /^ptl1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

export const writeSealedText = (parts: SealedParts): string =>
  [version, parts.keyId, parts.wrappedKey.toString('base64url'), parts.body].join('.');

export const readSealedText = (text: string): SealedParts | undefined => {
  const [, keyId, wrappedKey, body] = form.exec(text) ?? [];
  if (keyId === undefined || wrappedKey === undefined || body === undefined) return undefined;
  return { keyId, wrappedKey: Buffer.from(wrappedKey, 'base64url'), body };
};
