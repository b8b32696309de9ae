import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Acting } from '../acting.ts';
import type { Project } from './project-store.ts';
import { deleteTrustedIssuer, selectTokenIdsOfIssuer } from './trusted-issuer-store.ts';

/** The tokens that its jobs hold go with it, at once. */
export const removeTrustedIssuer = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly project: Project; readonly issuerId: string },
): Promise<void> => {
  const { project, issuerId } = input;
  const tokenIds = await selectTokenIdsOfIssuer(transaction, issuerId);
  const removed = await deleteTrustedIssuer(transaction, project.id, issuerId);
  if (removed === undefined) {
    throw new AppError('notFound', 'trusted-issuer.not-found', 'The project trusts no such issuer.');
  }
  await recordAudit(transaction, {
    ...acting,
    action: 'trusted-issuer.removed',
    target: { kind: 'trusted-issuer', id: issuerId },
    tenantId: project.tenantId,
    projectId: project.id,
    details: { name: removed.name, issuer: removed.issuer },
  });
  for (const id of tokenIds) await publish(transaction, 'credential', id);
};
