import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';

/** For each e-mail, whether the tenant has an account of it. */
export const selectKnownEmails = async (
  handle: Handle,
  tenantId: string,
  emails: readonly string[],
): Promise<boolean[]> => {
  const { rows } = await sql<{ known: boolean }>`
    SELECT EXISTS (
      SELECT FROM users u WHERE u.tenant_id = ${tenantId} AND u.email_key = lower(normalize(given.email, NFC))
    ) AS known
    FROM unnest(${[...emails]}::text[]) WITH ORDINALITY AS given (email, place) ORDER BY given.place`.execute(handle);
  return rows.map(({ known }) => known);
};

export interface TenantState {
  readonly active: boolean;
}

export const selectTenantState = async (handle: Handle, tenantId: string): Promise<TenantState | undefined> => {
  const row = await handle.selectFrom('tenants').select('deactivatedAt').where('id', '=', tenantId).executeTakeFirst();
  return row === undefined ? undefined : { active: row.deactivatedAt === null };
};
