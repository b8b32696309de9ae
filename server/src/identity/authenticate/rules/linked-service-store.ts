import type { Handle } from '../../../platform/database/index.ts';

export interface LinkedService {
  readonly serviceId: string;
  /** The application may write subscriptions, not only read them (contract B18). */
  readonly mayManageSubscriptions: boolean;
}

export const selectLinkedServices = async (handle: Handle, applicationId: string): Promise<LinkedService[]> =>
  await handle
    .selectFrom('applicationServices')
    .select(['serviceId', 'mayManageSubscriptions'])
    .where('applicationId', '=', applicationId)
    .orderBy('position')
    .orderBy('serviceId')
    .execute();

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
