import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';
import type { NewSecret } from './application-secret.ts';
import { insertSecretRow } from './credential-rows.ts';

/** What may be shown of a secret: how it begins, never the secret itself. */
export interface ApplicationSecret {
  readonly id: string;
  readonly description: string;
  readonly secretStart: string;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

const columns = [
  'id',
  'description',
  'secretStart',
  'createdAt',
  'createdBy',
  'expiresAt',
  'revokedAt',
  'lastUsedAt',
] as const;

/** How many revoked secrets stay listed: a pipeline that rolls over on every deployment must not fill the table. */
const mostKept = 20;

export const insertSecret = async (
  transaction: Transaction,
  applicationId: string,
  secret: NewSecret,
): Promise<{ readonly expiresAt: Date | null }> => {
  const { expiresAt } = await insertSecretRow(transaction, applicationId, secret);
  if (secret.version <= mostKept) return { expiresAt };
  await transaction
    .deleteFrom('applicationSecrets')
    .where('applicationId', '=', applicationId)
    .where('revokedAt', 'is not', null)
    .where('version', '<=', secret.version - mostKept)
    .execute();
  return { expiresAt };
};

/** Newest first, revoked and expired ones too. */
export const selectSecrets = async (handle: Handle, applicationId: string): Promise<ApplicationSecret[]> =>
  await handle
    .selectFrom('applicationSecrets')
    .select(columns)
    .where('applicationId', '=', applicationId)
    .orderBy('version', 'desc')
    .execute();

export const selectSecret = async (
  handle: Handle,
  applicationId: string,
  secretId: string,
): Promise<(ApplicationSecret & { readonly sealedSecret: string }) | undefined> =>
  await handle
    .selectFrom('applicationSecrets')
    .select([...columns, 'sealedSecret'])
    .where('id', '=', secretId)
    .where('applicationId', '=', applicationId)
    .executeTakeFirst();

/** Gives those that were not revoked before. */
export const markSecretsRevoked = async (
  transaction: Transaction,
  applicationId: string,
  secretIds: readonly string[],
): Promise<string[]> => {
  const rows = await transaction
    .updateTable('applicationSecrets')
    .set({ revokedAt: sql<Date>`now()` })
    .where('applicationId', '=', applicationId)
    .where('id', '=', sql<string>`ANY(${[...secretIds]}::uuid[])`)
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};
