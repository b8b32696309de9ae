import type { AuditEntry } from '../../platform/audit/index.ts';
import type { DeploymentDeps } from '../deployment-deps.ts';
import type { DeploymentDetails } from '../history/deployment.ts';
import { deploymentRecord } from '../history/deployment-record.ts';
import type { TemplateRun } from '../run/run-template.ts';
import type { CheckedSubmission } from './checked-submission.ts';

/** What ends a submission that succeeded: its place in the history, and the audit entry behind those of its changes. */
export function closingOf(
  deps: Pick<DeploymentDeps, 'now'>,
  { submission, prepared, startedAt }: CheckedSubmission,
  { deploymentId, run }: { readonly deploymentId: string; readonly run: TemplateRun },
): { readonly record: DeploymentDetails; readonly audit: AuditEntry } {
  const record = deploymentRecord({
    id: deploymentId,
    submission,
    prepared,
    startedAt,
    finishedAt: deps.now(),
    state: 'succeeded',
    run,
  });
  const audit: AuditEntry = {
    ...submission.acting,
    action: 'deployment.succeeded',
    target: { kind: 'deployment', id: deploymentId },
    tenantId: record.tenantId,
    projectId: record.projectId,
    details: {
      resourceGroup: record.resourceGroupName,
      template: record.templateHash.toString('hex'),
      resources: record.resourceCount,
      created: record.createdCount,
      changed: record.changedCount,
    },
  };
  return { record, audit };
}
