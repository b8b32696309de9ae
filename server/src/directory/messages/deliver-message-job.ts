import { Type } from 'typebox';
import { describeJob } from '../../platform/jobs/index.ts';

/** Brings a message to the readers that the request itself did not reach, and its mails to the outbox. */
export const deliverMessageJob = describeJob({
  name: 'directory.deliver-message',
  schema: Type.Object({ messageId: Type.String({ pattern: '^[0-9a-f-]{36}$' }) }),
  maxAttempts: 10,
});

export const deliveryKey = (messageId: string): string => `directory.deliver-message:${messageId}`;
