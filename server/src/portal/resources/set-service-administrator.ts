import { type Acting, findUser, type Project, userIdOf } from '../../accounts/index.ts';
import { readService } from '../../identity/services/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import { deleteServiceAdministrator, insertServiceAdministrator } from './service-administrator-store.ts';

export interface ServiceAdministratorInput {
  readonly project: Project;
  readonly serviceId: string;
  readonly userId: string;
  readonly isAdministrator: boolean;
}

/** Makes a user of the tenant an administrator of the service, or takes that away. Doing it twice changes nothing. */
export const setServiceAdministrator = async (
  transaction: Transaction,
  acting: Acting,
  input: ServiceAdministratorInput,
): Promise<void> => {
  const { project, serviceId, userId, isAdministrator } = input;
  await readService(transaction, { serviceId, scope: { projectId: project.id } });
  if (isAdministrator) await findUser(transaction, { userId, scope: { tenantId: project.tenantId } });
  const isChanged = isAdministrator
    ? await insertServiceAdministrator(transaction, { serviceId, userId, grantedBy: userIdOf(acting) })
    : await deleteServiceAdministrator(transaction, serviceId, userId);
  if (!isChanged) return;
  await recordAudit(transaction, {
    ...acting,
    action: isAdministrator ? 'service.administrator-added' : 'service.administrator-removed',
    target: { kind: 'service', id: serviceId },
    tenantId: project.tenantId,
    projectId: project.id,
    details: { userId },
  });
  await publish(transaction, 'credential', userId);
};
