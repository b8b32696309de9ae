import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { statusOfKind } from '../../platform/errors/status-of-kind.ts';
import { toAppError } from '../../platform/http/to-app-error.ts';
import type { DeploymentDeps } from '../deployment-deps.ts';
import { problemsOf } from '../error-form.ts';
import type { ProgressEvent, Submission } from '../submissions/submission.ts';
import { submitTemplate } from '../submissions/submit-template.ts';

/** Whoever watches hears something within this time, also while a large template is still being read. */
const firstWord = 25;
/** Something is sent at least this often, so that nobody between us and the client takes silence for the end. */
const heartbeat = 10_000;

export const wantsEvents = (request: FastifyRequest): boolean =>
  (request.headers.accept ?? '').split(',').some((type) => type.trim().toLowerCase().startsWith('text/event-stream'));

/**
 * The same submission with its progress as server-sent events (contract A22). What is wrong and found at once is answered
 * as without events; from the first event on the status is 200, and `result` says how it ended. Whoever hangs up changes
 * nothing: the submission goes on.
 */
export const streamSubmission = async (
  deps: DeploymentDeps,
  submission: Submission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const stream = new PassThrough();
  // Nobody reads any more: there is nothing to write to, and no reason to fail.
  stream.on('error', () => undefined);
  const write = (text: string): void => {
    if (!stream.destroyed && !stream.writableEnded) stream.write(text);
  };
  let begin: (() => void) | undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const onProgress = (progress: ProgressEvent): void => {
    begin?.();
    write(formatEvent(progress.event, { ...progress, event: undefined }));
  };
  const work = submitTemplate(deps, submission, onProgress);
  const patience = setTimeout(() => {
    write(formatEvent('accepted', {}));
    begin?.();
  }, firstWord);
  await Promise.race([begun, work]).finally(() => clearTimeout(patience));

  const timer = setInterval(() => write(': still at work\n\n'), heartbeat);
  void work
    .then(
      (result) => write(formatEvent('result', { status: 200, ...result })),
      (thrown: unknown) => {
        const error = toAppError(thrown, {});
        if (statusOfKind[error.kind] >= 500) request.log.error({ err: error.cause ?? error }, error.message);
        write(formatEvent('result', { status: statusOfKind[error.kind], errors: problemsOf(error), values: [] }));
      },
    )
    .finally(() => {
      clearInterval(timer);
      stream.end();
    });
  return await reply
    .code(200)
    .type('text/event-stream; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    .send(stream);
};

const formatEvent = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
