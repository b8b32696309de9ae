import { Type } from 'typebox';
import { describeJob, type KeyedPayload } from '../jobs/index.ts';

/** Tries of the mail server are counted in the mail; these are for troubles of our own, such as a lost database. */
export const deliverMailJob = describeJob({
  name: 'mail.deliver',
  schema: Type.Object({ mailId: Type.String() }),
  maxAttempts: 25,
});

/** One job per mail at any time. */
export const deliveryOf = (mailId: string): KeyedPayload<{ mailId: string }> => ({
  key: `mail:${mailId}`,
  payload: { mailId },
});
