import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';

/** An outside OpenID Connect issuer whose jobs may act for the project. */
export interface TrustedIssuer {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly issuer: string;
  readonly audience: string;
  readonly subjectPattern: string;
  readonly tokenSeconds: number;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly lastUsedAt: Date | null;
}

const columns = [
  'id',
  'projectId',
  'name',
  'issuer',
  'audience',
  'subjectPattern',
  'tokenSeconds',
  'createdAt',
  'createdBy',
  'lastUsedAt',
] as const;

export type NewTrustedIssuer = Omit<TrustedIssuer, 'id' | 'createdAt' | 'lastUsedAt'>;

/** Undefined when the project has the same rule already. */
export const insertTrustedIssuer = async (
  transaction: Transaction,
  issuer: NewTrustedIssuer,
): Promise<TrustedIssuer | undefined> =>
  await transaction
    .insertInto('projectTrustedIssuers')
    .values(issuer)
    .onConflict((conflict) => conflict.constraint('project_trusted_issuers_rule_unique').doNothing())
    .returning(columns)
    .executeTakeFirst();

export const selectTrustedIssuers = async (handle: Handle, projectId: string): Promise<TrustedIssuer[]> =>
  await handle
    .selectFrom('projectTrustedIssuers')
    .select(columns)
    .where('projectId', '=', projectId)
    .orderBy('name')
    .orderBy('id')
    .execute();

export const deleteTrustedIssuer = async (
  transaction: Transaction,
  projectId: string,
  issuerId: string,
): Promise<TrustedIssuer | undefined> =>
  await transaction
    .deleteFrom('projectTrustedIssuers')
    .where('id', '=', issuerId)
    .where('projectId', '=', projectId)
    .returning(columns)
    .executeTakeFirst();

export const selectTokenIdsOfIssuer = async (handle: Handle, issuerId: string): Promise<string[]> => {
  const rows = await handle
    .selectFrom('automationTokens')
    .select('id')
    .where('trustedIssuerId', '=', issuerId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .execute();
  return rows.map(({ id }) => id);
};

export const noteIssuerUse = async (transaction: Transaction, issuerId: string): Promise<void> => {
  await transaction
    .updateTable('projectTrustedIssuers')
    .set({ lastUsedAt: sql<Date>`now()` })
    .where('id', '=', issuerId)
    .execute();
};
