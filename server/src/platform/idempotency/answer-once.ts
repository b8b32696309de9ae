import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, inTransaction, type Transaction } from '../database/index.ts';
import { AppError } from '../errors/app-error.ts';
import type { SecretBox } from '../secrets/index.ts';

const keptFor = '24 hours';

export interface OnceRequest {
  /** The operation and its caller: another caller's key never meets this one. */
  readonly scope: string;
  readonly key: string;
  /** Everything that makes the request what it is; a key that comes back with something else is refused. */
  readonly content: string | Uint8Array;
  /**
   * How long a repeat waits for the first one, in milliseconds; then PostgreSQL says `lock_not_available`. By default as
   * long as the connection waits for any lock.
   */
  readonly longestWait?: number;
}

export interface OnceAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Does the work of a request that names an Idempotency-Key at most once, and gives the first answer to every repeat.
 * The key is written in the same transaction as the change, so a crash keeps both or neither; a repeat that comes while
 * the first is under way waits for it on the primary key. A failed request leaves the key unused.
 */
export const answerOnce = async (
  deps: { readonly database: Database; readonly box: SecretBox },
  request: OnceRequest,
  work: (transaction: Transaction) => Promise<OnceAnswer>,
): Promise<OnceAnswer & { readonly repeated: boolean }> => {
  const keyHash = sha256(checkKey(request.key));
  const requestHash = sha256(request.content);
  const place = { table: 'idempotency_keys', row: `${request.scope} ${keyHash.toString('hex')}`, field: 'answer' };

  return await inTransaction(deps.database, async (transaction) => {
    if (request.longestWait !== undefined) {
      await sql`SELECT set_config('lock_timeout', ${String(request.longestWait)}, true)`.execute(transaction);
    }
    await transaction
      .deleteFrom('idempotencyKeys')
      .where('scope', '=', request.scope)
      .where('keyHash', '=', keyHash)
      .where('expiresAt', '<', sql<Date>`now()`)
      .execute();
    const { numInsertedOrUpdatedRows: claimed = 0n } = await transaction
      .insertInto('idempotencyKeys')
      .values({ scope: request.scope, keyHash, requestHash, expiresAt: sql<Date>`now() + ${keptFor}::interval` })
      .onConflict((conflict) => conflict.columns(['scope', 'keyHash']).doNothing())
      .executeTakeFirst();
    if (request.longestWait !== undefined) await sql`SET LOCAL lock_timeout TO DEFAULT`.execute(transaction);
    if (claimed === 0n) {
      const first = await readFirst(transaction, request.scope, keyHash, requestHash);
      return { status: first.status, body: JSON.parse(deps.box.openText(first.sealedAnswer, place)), repeated: true };
    }
    const answer = await work(transaction);
    await transaction
      .updateTable('idempotencyKeys')
      .set({ status: answer.status, sealedAnswer: deps.box.seal(JSON.stringify(answer.body ?? null), place) })
      .where('scope', '=', request.scope)
      .where('keyHash', '=', keyHash)
      .execute();
    return { ...answer, repeated: false };
  });
};

const readFirst = async (transaction: Transaction, scope: string, keyHash: Buffer, requestHash: Buffer) => {
  const row = await transaction
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'status', 'sealedAnswer'])
    .where('scope', '=', scope)
    .where('keyHash', '=', keyHash)
    .executeTakeFirst();
  if (row?.status == null || row.sealedAnswer === null) {
    throw new AppError(
      'conflict',
      'idempotency-key.under-way',
      'A request with this Idempotency-Key is still under way.',
    );
  }
  if (!row.requestHash.equals(requestHash)) {
    throw new AppError(
      'unprocessable',
      'idempotency-key.reused',
      'This Idempotency-Key was used with a different request. Use a new key for a new request.',
    );
  }
  return { status: row.status, sealedAnswer: row.sealedAnswer };
};

const checkKey = (key: string): string => {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new AppError(
    'invalid',
    'idempotency-key.malformed',
    'Idempotency-Key must be 1-255 printable ASCII characters without spaces.',
    {
      details: [
        { in: 'header', path: '/Idempotency-Key', message: 'must be 1-255 printable ASCII characters without spaces' },
      ],
    },
  );
};

const sha256 = (content: string | Uint8Array): Buffer => createHash('sha256').update(content).digest();
