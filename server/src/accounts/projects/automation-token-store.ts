import { type RawBuilder, sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';

/** What may be shown of a token: never the token itself. */
export interface AutomationToken {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  /** The first characters, by which people recognise it. */
  readonly tokenStart: string;
  readonly trustedIssuerId: string | null;
  readonly externalSubject: string | null;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

const columns = [
  'id',
  'projectId',
  'name',
  'tokenStart',
  'trustedIssuerId',
  'externalSubject',
  'createdAt',
  'createdBy',
  'expiresAt',
  'revokedAt',
  'lastUsedAt',
] as const;

export interface NewAutomationToken {
  readonly projectId: string;
  readonly name: string;
  readonly tokenHash: Buffer;
  readonly tokenStart: string;
  readonly createdBy: string | null;
  readonly expiresAt: RawBuilder<Date>;
  readonly trustedIssuerId?: string;
  readonly externalSubject?: string;
}

export const inYears = (years: number): RawBuilder<Date> => sql<Date>`now() + make_interval(years => ${years})`;
export const inSeconds = (seconds: number): RawBuilder<Date> => sql<Date>`now() + make_interval(secs => ${seconds})`;

export const insertToken = async (transaction: Transaction, token: NewAutomationToken): Promise<AutomationToken> =>
  await transaction.insertInto('automationTokens').values(token).returning(columns).executeTakeFirstOrThrow();

/** Newest first. Short-lived tokens of outside jobs are listed while they live. */
export const selectTokens = async (handle: Handle, projectId: string): Promise<AutomationToken[]> =>
  await handle
    .selectFrom('automationTokens')
    .select(columns)
    .where('projectId', '=', projectId)
    .where((eb) => eb.or([eb('trustedIssuerId', 'is', null), eb('expiresAt', '>', sql<Date>`now()`)]))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();

export const selectTokenIds = async (handle: Handle, projectId: string): Promise<string[]> => {
  const rows = await handle
    .selectFrom('automationTokens')
    .select('id')
    .where('projectId', '=', projectId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .execute();
  return rows.map(({ id }) => id);
};

export const selectToken = async (
  handle: Handle,
  projectId: string,
  tokenId: string,
): Promise<AutomationToken | undefined> =>
  await handle
    .selectFrom('automationTokens')
    .select(columns)
    .where('id', '=', tokenId)
    .where('projectId', '=', projectId)
    .executeTakeFirst();

/** False when it was revoked before. */
export const markTokenRevoked = async (
  transaction: Transaction,
  tokenId: string,
  revokedBy: string | null,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('automationTokens')
    .set({ revokedAt: sql<Date>`now()`, revokedBy })
    .where('id', '=', tokenId)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

export interface LiveToken {
  readonly id: string;
  readonly projectId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly createdBy: string | null;
  readonly externalSubject: string | null;
  readonly expiresAt: Date;
  /** Nobody has noted its use for a minute. */
  readonly isUseDue: boolean;
}

export const selectLiveToken = async (handle: Handle, tokenHash: Buffer): Promise<LiveToken | undefined> =>
  await handle
    .selectFrom('automationTokens')
    .innerJoin('projects', 'projects.id', 'automationTokens.projectId')
    .innerJoin('tenants', 'tenants.id', 'projects.tenantId')
    .select([
      'automationTokens.id',
      'automationTokens.projectId',
      'projects.tenantId',
      'automationTokens.name',
      'automationTokens.createdBy',
      'externalSubject',
      'expiresAt',
      sql<boolean>`last_used_at IS NULL OR last_used_at < now() - interval '1 minute'`.as('isUseDue'),
    ])
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('tenants.deactivatedAt', 'is', null)
    .executeTakeFirst();

/** The condition keeps many requests at once down to one write a minute. */
export const noteTokenUse = async (handle: Handle, tokenId: string): Promise<void> => {
  await handle
    .updateTable('automationTokens')
    .set({ lastUsedAt: sql<Date>`now()` })
    .where('id', '=', tokenId)
    .where(sql<boolean>`last_used_at IS NULL OR last_used_at < now() - interval '1 minute'`)
    .execute();
};

/** Short-lived tokens of outside jobs, a day after their end. Those that people made stay listed until deleted with the project. */
export const deleteDeadTokens = async (handle: Handle): Promise<number> => {
  const { numDeletedRows } = await handle
    .deleteFrom('automationTokens')
    .where('trustedIssuerId', 'is not', null)
    .where('expiresAt', '<', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};
