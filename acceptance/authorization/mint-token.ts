import { type KeyObject, sign } from 'node:crypto';

type Claims = Readonly<Record<string, unknown>>;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const readClaims = (token: string): { readonly header: Claims; readonly payload: Claims } => {
  const [header = '', payload = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  return { header: JSON.parse(header), payload: JSON.parse(payload) };
};

/** A token like the given one, in which only the named claims differ, signed by a key that the server believes. */
export const mintToken = (
  key: { readonly keyId: string; readonly privateKey: KeyObject },
  like: string,
  changes: { readonly header?: Claims; readonly payload?: Claims },
): string => {
  const { header, payload } = readClaims(like);
  const said = `${encode({ ...header, ...changes.header, kid: key.keyId })}.${encode({ ...payload, ...changes.payload })}`;
  const signature = sign('sha256', Buffer.from(said), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${said}.${signature.toString('base64url')}`;
};
