import { sql } from 'kysely';
import {
  createGatherer,
  type Database,
  executePrepared,
  type Handle,
  perDatabase,
} from '../../../platform/database/index.ts';

export interface LinkedService {
  readonly serviceId: string;
  /** The application may write subscriptions, not only read them (contract B18). */
  readonly mayManageSubscriptions: boolean;
}

const selectForAll = async (database: Database, applicationIds: readonly string[]): Promise<LinkedService[][]> => {
  const rows = await executePrepared(
    database,
    'linked services',
    sql<LinkedService & { applicationId: string }>`
      SELECT application_id, service_id, may_manage_subscriptions FROM application_services
      WHERE application_id = ANY (${[...new Set(applicationIds)]}::uuid[]) ORDER BY position, service_id`,
  );
  const byApplication = Map.groupBy(rows, ({ applicationId }) => applicationId);
  return applicationIds.map((id) =>
    (byApplication.get(id) ?? []).map(({ serviceId, mayManageSubscriptions }) => ({
      serviceId,
      mayManageSubscriptions,
    })),
  );
};

const questions = perDatabase((database: Database) =>
  createGatherer({ most: 100, runs: 2, run: (ids: readonly string[]) => selectForAll(database, ids) }),
);

/** The services of an application, in their order. Asked by every request about a service, and together for many. */
export const selectLinkedServices = async (database: Database, applicationId: string): Promise<LinkedService[]> =>
  await questions(database)(applicationId);

/** Which of the services the user administers. */
export const selectAdministeredServices = async (
  handle: Handle,
  userId: string,
  serviceIds: readonly string[],
): Promise<string[]> => {
  if (serviceIds.length === 0) return [];
  const rows = await handle
    .selectFrom('serviceAdministrators')
    .select('serviceId')
    .where('userId', '=', userId)
    .where('serviceId', 'in', serviceIds)
    .execute();
  return rows.map(({ serviceId }) => serviceId);
};
