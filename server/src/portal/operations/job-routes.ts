import { Type } from 'typebox';
import { actingOf } from '../../identity/authenticate/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import {
  discardFailedJob,
  type FailedJob,
  listFailedJobs,
  readJobCounts,
  retryFailedJob,
} from '../../platform/jobs/index.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { pageOf, pageQuery, readPage, toPage } from '../wire/page.ts';
import { noContent, nullable, time } from '../wire/schemas.ts';

const tag = 'Mails and jobs';
const jobParams = Type.Object({ jobId: Type.String({ pattern: '^[0-9]{1,18}$' }) });

const jobSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    key: nullable(Type.String()),
    attempts: Type.Integer(),
    error: Type.String(),
    createdOn: time,
  },
  { title: 'FailedJob' },
);

const countsSchema = Type.Object(
  {
    queued: Type.Integer(),
    scheduled: Type.Integer(),
    running: Type.Integer(),
    failed: Type.Integer(),
    oldestQueuedSeconds: Type.Number(),
  },
  { title: 'JobCounts' },
);

const toJob = ({ createdAt, ...job }: FailedJob) => ({ ...job, createdOn: createdAt });

export const createJobRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/jobs',
    operationId: 'getJobCounts',
    tag,
    summary: 'How many jobs wait, run and have failed.',
    rule: deps.rules.platformAdministrator,
    answers: { 200: { description: 'The numbers.', schema: countsSchema } },
    handler: async () => await readJobCounts(deps.database),
  }),
  defineRoute({
    method: 'GET',
    path: '/jobs/failed',
    operationId: 'listFailedJobs',
    tag,
    summary: 'Jobs that will not be tried again, newest first.',
    rule: deps.rules.platformAdministrator,
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'A page of jobs.', schema: pageOf(jobSchema) } },
    handler: async ({ query }) => {
      const window = readPage(query);
      const jobs = await listFailedJobs(deps.database, { limit: window.skip + window.limit });
      return toPage(window, jobs.slice(window.skip).map(toJob), (await readJobCounts(deps.database)).failed);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/jobs/failed/{jobId}/retry',
    operationId: 'retryFailedJob',
    tag,
    summary: 'Gives a failed job all its tries again.',
    rule: deps.rules.platformAdministrator,
    params: jobParams,
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      await inTransaction(deps.database, async (transaction) => {
        await retryFailedJob(transaction, params.jobId);
        const target = { kind: 'job', id: params.jobId };
        await recordAudit(transaction, { ...actingOf(request), action: 'job.retried', target });
      });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/jobs/failed/{jobId}',
    operationId: 'discardFailedJob',
    tag,
    summary: 'Forgets a failed job.',
    rule: deps.rules.platformAdministrator,
    params: jobParams,
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      await inTransaction(deps.database, async (transaction) => {
        await discardFailedJob(transaction, params.jobId);
        const target = { kind: 'job', id: params.jobId };
        await recordAudit(transaction, { ...actingOf(request), action: 'job.discarded', target });
      });
    },
  }),
];
