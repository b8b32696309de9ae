import * as crypto from 'node:crypto';
import { AppError } from '../errors/app-error.ts';

export interface Argon2Cost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

export interface Argon2Input extends Argon2Cost {
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  readonly length: number;
}

/** The argon2id function, off the main thread. */
export type Argon2id = (input: Argon2Input) => Promise<Buffer>;

/** Brought by nobody: whoever runs on a Node without argon2 adds it. */
const substitute = '@node-rs/argon2';

/**
 * argon2id of node:crypto (Node 24.7 and later), otherwise of a package that the operator added. Both give the same
 * bytes, so stored hashes outlive a change between them.
 */
export const loadArgon2id = async (
  nodeCrypto: { readonly argon2?: typeof crypto.argon2 | undefined } = crypto,
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<Argon2id> => {
  const { argon2 } = nodeCrypto;
  if (argon2 !== undefined) return fromNode(argon2);
  const hashRaw = await load(substitute).then(hashRawOf, () => undefined);
  if (hashRaw !== undefined) return fromSubstitute(hashRaw);
  throw new AppError(
    'unavailable',
    'argon2.missing',
    `This Node cannot hash passwords: run Node 24.7 or later, or add the package ${substitute}.`,
  );
};

const fromNode =
  (argon2: typeof crypto.argon2): Argon2id =>
  ({ password, salt, length, memory, passes, parallelism }) =>
    new Promise((resolve, reject) => {
      const input = { message: password, nonce: salt, tagLength: length, memory, passes, parallelism };
      argon2('argon2id', input, (error, hash) => (error === null ? resolve(hash) : reject(error)));
    });

type HashRaw = (password: Uint8Array, options: Readonly<Record<string, unknown>>) => Promise<Buffer>;

const hashRawOf = (loaded: unknown): HashRaw | undefined =>
  typeof loaded === 'object' && loaded !== null && 'hashRaw' in loaded && typeof loaded.hashRaw === 'function'
    ? (loaded.hashRaw as HashRaw)
    : undefined;

// Algorithm 2 is argon2id and version 1 is 0x13 in that package's numbering.
const fromSubstitute =
  (hashRaw: HashRaw): Argon2id =>
  ({ password, salt, length, memory, passes, parallelism }) =>
    hashRaw(password, {
      algorithm: 2,
      version: 1,
      salt,
      outputLen: length,
      memoryCost: memory,
      timeCost: passes,
      parallelism,
    });
