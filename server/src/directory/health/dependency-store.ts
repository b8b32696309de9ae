import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';

/** A program outside the platform whose health is watched. */
export interface HealthDependency {
  readonly id: string;
  readonly name: string;
  readonly componentType: string;
  /** Null for a service that does not say (any more) where it reports. */
  readonly url: string | null;
  readonly serviceId: string | null;
  readonly critical: boolean;
  readonly weight: number;
  readonly affectedEndpoints: readonly string[];
}

export type NewHealthDependency = Omit<HealthDependency, 'id'>;

export const selectDependencies = async (handle: Handle): Promise<HealthDependency[]> =>
  await handle
    .selectFrom('healthDependencies as d')
    .leftJoin('services', 'services.id', 'd.serviceId')
    .select(['d.id', 'd.name', 'd.componentType', 'd.serviceId', 'd.critical', 'd.weight', 'd.affectedEndpoints'])
    .select(sql<string | null>`coalesce(d.url, services.health_url)`.as('url'))
    .orderBy('d.name')
    .execute();

/** Replaces the dependency of the same name. */
export const upsertDependency = async (transaction: Transaction, dependency: NewHealthDependency): Promise<string> => {
  const fields = { ...dependency, affectedEndpoints: [...dependency.affectedEndpoints] };
  const { name: _, ...changes } = fields;
  const row = await transaction
    .insertInto('healthDependencies')
    .values(fields)
    .onConflict((conflict) =>
      conflict.constraint('health_dependencies_name_unique').doUpdateSet({ ...changes, updatedAt: sql<Date>`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

export const deleteDependency = async (transaction: Transaction, id: string): Promise<string | undefined> => {
  const row = await transaction
    .deleteFrom('healthDependencies')
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
};

export interface InstallationFacts {
  readonly installationId: string;
}

/** The shortest question that only a working database can answer. */
export const selectInstallation = async (handle: Handle): Promise<InstallationFacts> => {
  const { id } = await handle.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  return { installationId: id };
};

export interface SigningKeyFacts {
  readonly id: string;
  readonly sealedPrivateKey: string;
  /** Since when it signs. */
  readonly days: number;
}

export const selectActiveSigningKey = async (handle: Handle): Promise<SigningKeyFacts | undefined> =>
  await handle
    .selectFrom('signingKeys')
    .select([
      'id',
      'sealedPrivateKey',
      sql<number>`extract(epoch FROM now() - activated_at)::float8 / 86400`.as('days'),
    ])
    .where('state', '=', 'active')
    .executeTakeFirst();
