import { expect, test } from 'vitest';
import { forwardLog, type JobLog } from './forward-log.ts';

const record = () => {
  const lines: { level: string; fields: object; message: string }[] = [];
  const at = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields, message });
  };
  const log: JobLog = { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
  return { lines, logger: forwardLog(log) };
};

const failed = (attempts: number) => ({
  failure: true,
  error: new Error('no luck'),
  job: { id: '7', task_identifier: 'mail.deliver', attempts, max_attempts: 3, payload: { secret: 'canary' } },
});

test.each([
  { attempts: 1, level: 'warn' },
  { attempts: 3, level: 'error' },
])('attempt $attempts of 3 that fails is logged as $level, without the payload', ({ attempts, level }) => {
  const { lines, logger } = record();
  const meta = failed(attempts);
  logger.error('Failed task 7 with a stack', meta);
  expect(lines).toMatchObject([
    { level, fields: { err: meta.error, job: 'mail.deliver', jobId: '7', attempt: attempts } },
  ]);
  expect(JSON.stringify(lines)).not.toContain('canary');
});

test('what graphile-worker says of each finished job is for debugging only', () => {
  const { lines, logger } = record();
  logger.info('Completed task 7', { job: failed(1).job });
  logger.warn('first line\nsecond line', {});
  expect(lines).toEqual([
    { level: 'debug', fields: {}, message: 'Jobs: Completed task 7' },
    { level: 'warn', fields: {}, message: 'Jobs: first line' },
  ]);
});
