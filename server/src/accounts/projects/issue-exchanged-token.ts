import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Acting } from '../acting.ts';
import { makeAutomationToken } from './automation-token.ts';
import { inSeconds, insertToken } from './automation-token-store.ts';
import type { IssuedAutomationToken } from './issue-automation-token.ts';
import { selectProject } from './project-store.ts';
import { matchesSubject } from './subject-pattern.ts';
import { noteIssuerUse, selectTrustedIssuers } from './trusted-issuer-store.ts';

/** The claims of an identity token whose signature, issuer and end date the caller has verified. */
export interface VerifiedJob {
  readonly projectId: string;
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly subject: string;
}

/** A short-lived automation token for a job that the project trusts. One answer for every way in which it does not. */
export const issueExchangedToken = async (
  transaction: Transaction,
  acting: Acting,
  job: VerifiedJob,
): Promise<IssuedAutomationToken> => {
  const project = await selectProject(transaction, job.projectId);
  const trusted = (await selectTrustedIssuers(transaction, job.projectId)).find(
    (rule) =>
      rule.issuer === job.issuer &&
      job.audiences.includes(rule.audience) &&
      matchesSubject(rule.subjectPattern, job.subject),
  );
  if (project === undefined || trusted === undefined || job.subject.length > 512) {
    throw new AppError('unauthenticated', 'job.not-trusted', 'The project does not trust this job.');
  }
  const { token, ...stored } = makeAutomationToken();
  const row = await insertToken(transaction, {
    ...stored,
    projectId: project.id,
    name: trusted.name,
    createdBy: null,
    expiresAt: inSeconds(trusted.tokenSeconds),
    trustedIssuerId: trusted.id,
    externalSubject: job.subject,
  });
  await noteIssuerUse(transaction, trusted.id);
  await recordAudit(transaction, {
    ...acting,
    action: 'automation-token.exchanged',
    target: { kind: 'automation-token', id: row.id },
    tenantId: project.tenantId,
    projectId: project.id,
    details: { issuer: job.issuer, subject: job.subject },
  });
  return { ...row, token };
};
