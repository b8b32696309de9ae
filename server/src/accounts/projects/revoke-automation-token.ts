import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Acting, userIdOf } from '../acting.ts';
import { markTokenRevoked, selectToken } from './automation-token-store.ts';
import type { Project } from './project-store.ts';

/** Refused on every node within a second. Revoking again changes nothing; a token of another project is not found. */
export const revokeAutomationToken = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly project: Project; readonly tokenId: string },
): Promise<void> => {
  const { project } = input;
  const token = await selectToken(transaction, project.id, input.tokenId);
  if (token === undefined) {
    throw new AppError('notFound', 'automation-token.not-found', 'The project has no such automation token.');
  }
  if (!(await markTokenRevoked(transaction, token.id, userIdOf(acting)))) return;
  await recordAudit(transaction, {
    ...acting,
    action: 'automation-token.revoked',
    target: { kind: 'automation-token', id: token.id },
    tenantId: project.tenantId,
    projectId: project.id,
    details: { name: token.name },
  });
  await publish(transaction, 'credential', token.id);
};
