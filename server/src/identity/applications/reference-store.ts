import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';
import { serviceType } from '../services/service-settings.ts';

export interface ApiFacts {
  readonly id: string;
  readonly scopes: readonly string[];
}

/**
 * APIs that an application of the project may call: those of the project itself and the platform's (contract A16). One
 * that is disabled for a while gives no tokens, yet its clients can still be deployed.
 */
export const selectApis = async (
  handle: Handle,
  projectId: string,
  names: { readonly ids: readonly string[]; readonly uris: readonly string[] },
): Promise<(ApiFacts & { readonly appIdUri: string | null })[]> => {
  const { rows } = await sql<ApiFacts & { readonly appIdUri: string | null }>`
    SELECT a.id, a.app_id_uri,
      ARRAY(SELECT s.name FROM application_scopes s WHERE s.application_id = a.id ORDER BY s.position) AS scopes
    FROM applications a LEFT JOIN resources r ON r.id = a.resource_id
    WHERE a.is_api AND (r.project_id = ${projectId} OR a.origin = 'builtIn')
      AND (a.id = ANY(${[...names.ids]}::uuid[]) OR a.app_id_uri = ANY(${[...names.uris]}::text[]))`.execute(handle);
  return rows;
};

export interface ProductFacts {
  readonly id: string;
  readonly name: string;
}

/**
 * Products that an application of the tenant may subscribe to: the tenant's own and the public ones. A template names
 * them by id, by name, or by name in the form of an identifier (`portolan-platform-api`).
 */
export const selectProducts = async (
  handle: Handle,
  tenantId: string,
  names: readonly string[],
): Promise<(ProductFacts & { readonly identifier: string; readonly isOwn: boolean })[]> => {
  const keys = names.map((name) => name.toLowerCase());
  const { rows } = await sql<ProductFacts & { readonly identifier: string; readonly isOwn: boolean }>`
    SELECT p.id, p.name, p.identifier, p.tenant_id = ${tenantId} AS is_own
    FROM (
      SELECT id, name, name_key, tenant_id, public,
        trim(BOTH '-' FROM regexp_replace(name_key, '[^a-z0-9]+', '-', 'g')) AS identifier
      FROM api_products WHERE public OR tenant_id = ${tenantId}
    ) AS p
    WHERE p.id::text = ANY(${keys}::text[]) OR p.name_key = ANY(${keys}::text[]) OR p.identifier = ANY(${keys}::text[])
    ORDER BY p.tenant_id = ${tenantId} DESC, p.id`.execute(handle);
  return rows;
};

/** Of these services, those that stand in the group. */
export const selectServicesOfGroup = async (
  handle: Handle,
  resourceGroupId: string,
  serviceIds: readonly string[],
): Promise<Set<string>> => {
  const rows = await handle
    .selectFrom('resources')
    .select('id')
    .where('resourceGroupId', '=', resourceGroupId)
    .where('resourceType', '=', serviceType)
    .where('id', '=', sql<string>`ANY(${[...serviceIds]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** Whether another application of the tenant, or the platform's API, has the URI. */
export const isAppIdUriTaken = async (
  handle: Handle,
  tenantId: string,
  appIdUri: string,
  exceptId: string | undefined,
): Promise<boolean> => {
  const row = await handle
    .selectFrom('applications')
    .select('id')
    .where('appIdUri', '=', appIdUri)
    .where((where) => where.or([where('tenantId', '=', tenantId), where('origin', '=', 'builtIn')]))
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
