import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';
import type { ClaimMapping, Federation } from './federation.ts';

const columns = [
  'id',
  'tenantId',
  'name',
  'issuer',
  'clientId',
  'scopes',
  'claimMapping',
  'domains',
  'createUsers',
  'enabled',
  'revision',
  'sealedClientSecret',
] as const;

type Row = Omit<Federation, 'hasClientSecret' | 'claimMapping'> & {
  readonly sealedClientSecret: string | null;
  readonly claimMapping: unknown;
};

const toFederation = ({ sealedClientSecret, claimMapping, ...row }: Row): Federation => ({
  ...row,
  claimMapping: claimMapping as ClaimMapping,
  hasClientSecret: sealedClientSecret !== null,
});

/** What is stored, with the sealed secret where it changes. */
export interface FederationValues {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: string[];
  readonly claimMapping: ClaimMapping;
  readonly domains: string[];
  readonly createUsers: boolean;
  readonly enabled: boolean;
  /** Absent keeps what is stored. */
  readonly sealedClientSecret?: string | null;
}

/** Undefined when the tenant has this issuer and client already. */
export const insertFederation = async (
  transaction: Transaction,
  key: { readonly id: string; readonly tenantId: string },
  values: FederationValues,
): Promise<Federation | undefined> => {
  const row = await transaction
    .insertInto('tenantFederations')
    .values({ ...key, ...values, claimMapping: JSON.stringify(values.claimMapping) })
    .onConflict((conflict) => conflict.constraint('tenant_federations_issuer_unique').doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row === undefined ? undefined : toFederation(row);
};

export const updateFederation = async (
  transaction: Transaction,
  id: string,
  values: FederationValues,
): Promise<Federation> => {
  const row = await transaction
    .updateTable('tenantFederations')
    .set((eb) => ({
      ...values,
      claimMapping: JSON.stringify(values.claimMapping),
      updatedAt: sql<Date>`now()`,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toFederation(row);
};

export const deleteFederationRow = async (transaction: Transaction, id: string): Promise<void> => {
  await transaction.deleteFrom('tenantFederations').where('id', '=', id).execute();
};

export const selectFederation = async (
  handle: Handle,
  key: { readonly id: string; readonly tenantId?: string },
): Promise<Federation | undefined> => {
  const { tenantId } = key;
  const row = await handle
    .selectFrom('tenantFederations')
    .select(columns)
    .where('id', '=', key.id)
    .$if(tenantId !== undefined, (query) => query.where('tenantId', '=', tenantId ?? ''))
    .executeTakeFirst();
  return row === undefined ? undefined : toFederation(row);
};

export const selectFederationsOfTenant = async (handle: Handle, tenantId: string): Promise<Federation[]> => {
  const rows = await handle
    .selectFrom('tenantFederations')
    .select(columns)
    .where('tenantId', '=', tenantId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(toFederation);
};

export const selectSealedSecret = async (handle: Handle, id: string): Promise<string | null> => {
  const row = await handle
    .selectFrom('tenantFederations')
    .select('sealedClientSecret')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.sealedClientSecret ?? null;
};

/** Those in use of tenants in use, for a mail domain. */
export const selectFederationsForDomain = async (handle: Handle, domain: string): Promise<Federation[]> => {
  const rows = await handle
    .selectFrom('tenantFederations')
    .innerJoin('tenants', 'tenants.id', 'tenantFederations.tenantId')
    .select(columns.map((column) => `tenantFederations.${column}` as const))
    .where('tenantFederations.enabled', '=', true)
    .where('tenants.deactivatedAt', 'is', null)
    .where(sql<boolean>`domains @> ARRAY[${domain}]::text[]`)
    .orderBy('tenantFederations.name')
    .orderBy('tenantFederations.id')
    .limit(20)
    .execute();
  return rows.map(toFederation);
};

export const existsEnabledFederation = async (handle: Handle): Promise<boolean> => {
  const row = await handle
    .selectFrom('tenantFederations')
    .select('id')
    .where('enabled', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
