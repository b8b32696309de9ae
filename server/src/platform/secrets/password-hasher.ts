import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { AppError } from '../errors/app-error.ts';
import { type Argon2Cost, type Argon2id, loadArgon2id } from './argon2id.ts';
import type { RandomSource } from './base62.ts';
import { type PasswordHash, readPasswordHash, writePasswordHash } from './password-hash.ts';
import { createWorkGate } from './work-gate.ts';

export interface PasswordHasher {
  /** The text to store. */
  hash(password: string): Promise<string>;
  /** `stored` is undefined for a user who does not exist: false after the same work, so that time tells nothing. */
  verify(password: string, stored: string | undefined): Promise<boolean>;
  /** True when the stored hash was made with less (or other) cost than a new one would be. */
  needsRehash(stored: string): boolean;
}

export interface PasswordHasherOptions {
  readonly argon2id: Argon2id;
  readonly cost?: Argon2Cost;
  readonly concurrency?: number;
  readonly queueLimit?: number;
  readonly random?: RandomSource;
}

export const passwordCost: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltLength = 16;
const hashLength = 32;
/** Far beyond any password, and short enough that hashing its bytes costs nothing next to argon2. */
const mostBytes = 1_024;

export const openPasswordHasher = async (): Promise<PasswordHasher> =>
  createPasswordHasher({ argon2id: await loadArgon2id() });

export const createPasswordHasher = (options: PasswordHasherOptions): PasswordHasher => {
  const { argon2id, cost = passwordCost, random = randomBytes } = options;
  const gate = createWorkGate({
    // Node works off files and argon2 on the same four threads: passwords get half of them at most.
    concurrency: options.concurrency ?? Math.min(2, availableParallelism()),
    // At about 70 a second and core the last in line waits half a second.
    queueLimit: options.queueLimit ?? 64,
    busy: { code: 'password.busy', message: 'Too many people sign in at the moment. Try again shortly.' },
  });
  const nobody: PasswordHash = { ...cost, salt: randomBytes(saltLength), hash: randomBytes(hashLength) };

  const derive = (password: Uint8Array, salt: Uint8Array, length: number, at: Argon2Cost): Promise<Buffer> =>
    gate.run(() =>
      argon2id({ password, salt, length, memory: at.memory, passes: at.passes, parallelism: at.parallelism }),
    );

  return {
    hash: async (password) => {
      const bytes = bytesOf(password);
      if (bytes.length > mostBytes) {
        throw new AppError('invalid', 'password.too-long', `A password has at most ${mostBytes} bytes.`);
      }
      const salt = Buffer.from(random(saltLength));
      return writePasswordHash({ ...cost, salt, hash: await derive(bytes, salt, hashLength, cost) });
    },
    verify: async (password, stored) => {
      const known = stored === undefined ? undefined : readPasswordHash(stored);
      const { salt, hash, ...at } = known ?? nobody;
      const bytes = bytesOf(password);
      const given = await derive(bytes.subarray(0, mostBytes), salt, hash.length, at);
      return timingSafeEqual(given, hash) && known !== undefined && bytes.length <= mostBytes;
    },
    needsRehash: (stored) => {
      const known = readPasswordHash(stored);
      return (
        known === undefined ||
        known.memory !== cost.memory ||
        known.passes !== cost.passes ||
        known.parallelism !== cost.parallelism ||
        known.hash.length !== hashLength ||
        known.salt.length !== saltLength
      );
    },
  };
};

// The same password typed on another keyboard may come in another Unicode spelling.
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'), 'utf8');
