import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database/index.ts';
import type { SecretBox } from '../secrets/index.ts';
import type { MailAddress } from './mail.ts';
import { openMailContent } from './mail-content.ts';
import { MailFailure } from './mail-failure.ts';
import { type MailAttempt, markFailed, markSent, postponeMail } from './mail-store.ts';
import type { MailTransport } from './mail-transport.ts';
import { retryDelay } from './retry-delay.ts';

export interface DeliverMailDeps {
  readonly database: Database;
  readonly secretBox: SecretBox;
  readonly transport: MailTransport;
  readonly from: MailAddress;
  /** Milliseconds until the next try after so many. */
  readonly retryDelay?: (attempts: number) => number;
  /** A mail that could not be sent for so long is given up. */
  readonly giveUpAfterSeconds?: number;
}

const fourDays = 345_600;
/** Waits between tries to write down that a mail has gone out, in milliseconds. */
const persistence = [200, 500, 1_000, 2_000, 4_000];

/** Sends a mail that was taken. False when it could not be sent, which is written down. Fails only for troubles of our own. */
export const sendMail = async (deps: DeliverMailDeps, attempt: MailAttempt): Promise<boolean> => {
  const { id, recipient, subject, createdAt } = attempt;
  const content = openMailContent(deps.secretBox, id, attempt.sealedContent);
  try {
    await deps.transport.send({ id, recipient, subject, createdAt, content }, deps.from);
    return true;
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    await writeDownFailure(deps, attempt, error);
    return false;
  }
};

const writeDownFailure = async (deps: DeliverMailDeps, attempt: MailAttempt, failure: MailFailure): Promise<void> => {
  const isOver = attempt.ageSeconds > (deps.giveUpAfterSeconds ?? fourDays);
  if (failure.kind === 'permanent' || isOver) return await markFailed(deps.database, attempt.id, failure.message);
  const delay = deps.retryDelay?.(attempt.attempts) ?? retryDelay(attempt.attempts, Math.random());
  await postponeMail(deps.database, attempt.id, delay, failure.message);
};

/** The mails have left: as long as that is not written down, they would be sent again. So try hard. */
export const writeDownSent = async (database: Database, mailIds: readonly string[]): Promise<void> => {
  for (const delay of persistence) {
    try {
      return await markSent(database, mailIds);
    } catch {
      await wait(delay);
    }
  }
  await markSent(database, mailIds);
};
