import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';
import type { OnceRequest } from '../../platform/idempotency/answer-once.ts';
import type { SecretBox, SecretPlace } from '../../platform/secrets/index.ts';
import type { SubmissionResult } from './submission.ts';

/** Stands for an answer that is kept in parts. */
export interface PartedAnswer {
  readonly parts: number;
}

/** What is sealed at once has a limit of a mebibyte. */
const partBytes = 1_000_000;

type KeyOfAnswer = Pick<OnceRequest, 'scope' | 'key'>;

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();
const scopeOf = ({ scope }: KeyOfAnswer, part: number): string => `${scope} part ${part}`;
const placeOf = (request: KeyOfAnswer, part: number): SecretPlace => ({
  table: 'idempotency_keys',
  row: `${scopeOf(request, part)} ${hashOf(request.key).toString('hex')}`,
  field: 'answer',
});

/**
 * What is kept of an answer for its Idempotency-Key (contract A21): the answer itself, or where it is too large to be
 * sealed, its parts beside it, which are forgotten at the same time.
 */
export async function keepAnswer(
  transaction: Transaction,
  box: SecretBox,
  request: KeyOfAnswer,
  result: SubmissionResult,
): Promise<SubmissionResult | PartedAnswer> {
  const bytes = Buffer.from(JSON.stringify(result));
  if (bytes.length <= partBytes) return result;
  const parts = Math.ceil(bytes.length / partBytes);
  const keyHash = hashOf(request.key);
  for (let part = 0; part < parts; part += 1) {
    const sealed = box.seal(bytes.subarray(part * partBytes, (part + 1) * partBytes), placeOf(request, part));
    // Parts of an answer whose time is over may still be there.
    await sql`
      INSERT INTO idempotency_keys (scope, key_hash, request_hash, status, sealed_answer, expires_at)
      SELECT ${scopeOf(request, part)}, key_hash, request_hash, 200, ${sealed}, expires_at
      FROM idempotency_keys WHERE scope = ${request.scope} AND key_hash = ${keyHash}
      ON CONFLICT (scope, key_hash) DO UPDATE SET request_hash = excluded.request_hash,
        sealed_answer = excluded.sealed_answer, created_at = now(), expires_at = excluded.expires_at`.execute(
      transaction,
    );
  }
  return { parts };
}

export async function readKeptAnswer(
  handle: Handle,
  box: SecretBox,
  request: KeyOfAnswer,
  kept: SubmissionResult | PartedAnswer,
): Promise<SubmissionResult> {
  if (!('parts' in kept)) return kept;
  const found: Buffer[] = [];
  for (let part = 0; part < kept.parts; part += 1) {
    const row = await handle
      .selectFrom('idempotencyKeys')
      .select('sealedAnswer')
      .where('scope', '=', scopeOf(request, part))
      .where('keyHash', '=', hashOf(request.key))
      .executeTakeFirstOrThrow();
    found.push(box.open(row.sealedAnswer ?? '', placeOf(request, part)));
  }
  return JSON.parse(Buffer.concat(found).toString()) as SubmissionResult;
}
