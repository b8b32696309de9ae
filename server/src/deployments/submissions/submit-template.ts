import { randomUUID } from 'node:crypto';
import { longestWaitForTurn } from '../../identity/applications/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { answerOnce, type OnceRequest } from '../../platform/idempotency/answer-once.ts';
import type { DeploymentDeps } from '../deployment-deps.ts';
import { problemsOf } from '../error-form.ts';
import { deploymentRecord } from '../history/deployment-record.ts';
import { keepFailedDeployment } from '../history/deployment-store.ts';
import { runPlan } from '../plan/run-plan.ts';
import { type PreparedTemplate, prepareTemplate } from '../template/prepare-template.ts';
import type { Findings } from '../template/problem.ts';
import type { CheckedSubmission } from './checked-submission.ts';
import { deployPlainly } from './deploy-plainly.ts';
import { deployTemplate, runInput } from './deploy-template.ts';
import { FailedRun } from './failed-run.ts';
import { keepAnswer, type PartedAnswer, readKeptAnswer } from './large-answers.ts';
import { refuseFindings } from './refuse-findings.ts';
import { runInTurn } from './run-in-turn.ts';
import type { OnProgress, Submission, SubmissionResult } from './submission.ts';

/**
 * Reads, checks and provisions a template. The files are checked before anything waits or is locked; then submissions of
 * one project run one after the other. What fails is remembered too (contract A20), though nothing of it remains.
 */
export async function submitTemplate(
  deps: DeploymentDeps,
  submission: Submission,
  onProgress: OnProgress = () => undefined,
): Promise<SubmissionResult> {
  const startedAt = deps.now();
  const prepared = await prepareTemplate(submission.files, deps.types);
  try {
    const checked = refuseFindings(prepared, prepared.findings);
    const input = { submission, prepared, checked, startedAt, onProgress };
    return await runInTurn(
      deps,
      submission.caller.projectId,
      () => deployOnce(deps, input),
      (before) => onProgress({ event: 'queued', before }),
    );
  } catch (error) {
    await rememberFailure(deps, { submission, prepared, startedAt }, error);
    throw error;
  }
}

async function deployOnce(deps: DeploymentDeps, input: CheckedSubmission): Promise<SubmissionResult> {
  const { submission, prepared } = input;
  const { idempotencyKey, planId = '', caller } = submission;
  try {
    if (idempotencyKey === undefined) {
      const plain = submission.planId === undefined ? await deployPlainly(deps, input) : undefined;
      if (plain !== undefined) return plain;
      return await inTransaction(deps.longWork, (transaction) => deployTemplate(transaction, deps, input));
    }
    return await answerKnown(deps, input, {
      // Jobs get a new token each time they exchange one: what a key was used for belongs to the project.
      scope: `deployments.submit ${caller.projectId}`,
      key: idempotencyKey,
      content: Buffer.concat([prepared.filesHash, Buffer.from(planId)]),
      // Under way on another node: it is waited for as any turn is, without keeping a place from others.
      longestWait: longestWaitForTurn,
    });
  } catch (error) {
    if (!(error instanceof FailedRun)) throw error;
    refuseFindings(prepared, await findEverything(deps, input, error.findings));
    throw error;
  }
}

async function answerKnown(
  deps: DeploymentDeps,
  input: CheckedSubmission,
  request: OnceRequest,
): Promise<SubmissionResult> {
  let first: SubmissionResult | undefined;
  const { body } = await answerOnce({ database: deps.longWork, box: deps.box }, request, async (transaction) => {
    const result = await deployTemplate(transaction, deps, input);
    first = result;
    return { status: 200, body: await keepAnswer(transaction, deps.box, request, result) };
  });
  return first ?? (await readKeptAnswer(deps.database, deps.box, request, body as SubmissionResult | PartedAnswer));
}

/** The run stopped at the first resource that failed. A plan of the whole finds what else would have (contract A8). */
async function findEverything(deps: DeploymentDeps, input: CheckedSubmission, first: Findings): Promise<Findings> {
  const { findings } = await runPlan(deps, { ...runInput(deps, input), filesHash: input.prepared.filesHash });
  return findings.isEmpty ? first : findings;
}

async function rememberFailure(
  deps: DeploymentDeps,
  {
    submission,
    prepared,
    startedAt,
  }: Omit<CheckedSubmission, 'checked' | 'onProgress'> & {
    readonly prepared: PreparedTemplate;
  },
  error: unknown,
): Promise<void> {
  if (prepared.templateHash === undefined || !(error instanceof AppError) || error.kind === 'unavailable') return;
  const finishedAt = deps.now();
  const record = deploymentRecord({
    id: randomUUID(),
    submission,
    prepared,
    startedAt,
    finishedAt,
    state: 'failed',
    problems: problemsOf(error),
  });
  try {
    await inTransaction(deps.database, async (transaction) => {
      await keepFailedDeployment(transaction, record);
      await recordAudit(transaction, {
        ...submission.acting,
        action: 'deployment.failed',
        target: { kind: 'deployment', id: record.id },
        tenantId: record.tenantId,
        projectId: record.projectId,
        details: { template: record.templateHash.toString('hex'), code: error.code },
      });
    });
  } catch (failure) {
    deps.onError(failure);
  }
}
