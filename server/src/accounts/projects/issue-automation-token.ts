import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { type Acting, userIdOf } from '../acting.ts';
import { invalidInput, readTitle } from '../text-rules.ts';
import { makeAutomationToken } from './automation-token.ts';
import { type AutomationToken, insertToken, inYears } from './automation-token-store.ts';
import type { Project } from './project-store.ts';

export interface IssuedAutomationToken extends AutomationToken {
  /** Shown once and not kept. */
  readonly token: string;
}

/** The caller has opened the project as its owner. 1 to 5 years (contract X3). */
export const issueAutomationToken = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly project: Project; readonly name: string; readonly years: number },
): Promise<IssuedAutomationToken> => {
  const { project, years } = input;
  if (!Number.isInteger(years) || years < 1 || years > 5) {
    const message = 'The token must live for 1 to 5 whole years.';
    throw invalidInput('automation-token.invalid', [{ in: 'body', path: '/years', message }]);
  }
  const name = readTitle(input.name, 'name', 100);
  const { token, ...stored } = makeAutomationToken();
  const row = await insertToken(transaction, {
    ...stored,
    projectId: project.id,
    name,
    createdBy: userIdOf(acting),
    expiresAt: inYears(years),
  });
  await recordAudit(transaction, {
    ...acting,
    action: 'automation-token.issued',
    target: { kind: 'automation-token', id: row.id },
    tenantId: project.tenantId,
    projectId: project.id,
    details: { name, expiresAt: row.expiresAt },
  });
  return { ...row, token };
};
