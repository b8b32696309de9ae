import type { Argon2Cost } from './argon2id.ts';

/** A stored password hash in the PHC string form: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. */
export interface PasswordHash extends Argon2Cost {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;
// What a stored hash may ask of us: a row that somebody planted must not be able to take all memory.
const mostMemory = 262_144;
const mostPasses = 16;
const mostLanes = 4;

const withoutPadding = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

export const writePasswordHash = ({ memory, passes, parallelism, salt, hash }: PasswordHash): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${withoutPadding(salt)}$${withoutPadding(hash)}`;

export const readPasswordHash = (text: string): PasswordHash | undefined => {
  const [, m, t, p, salt, hash] = form.exec(text) ?? [];
  if (salt === undefined || hash === undefined) return undefined;
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)];
  if (parallelism < 1 || parallelism > mostLanes || passes < 1 || passes > mostPasses) return undefined;
  if (memory < 8 * parallelism || memory > mostMemory) return undefined;
  return { memory, passes, parallelism, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
};
