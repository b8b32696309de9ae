import { randomBytes } from 'node:crypto';
import { inTransaction } from '../database/index.ts';
import type { JobRunner } from '../jobs/index.ts';
import { type JobTestBench, openJobTestBench } from '../jobs/job-test-bench.ts';
import { createEncryptionKey, createKeyRing, createSecretBox, type SecretBox } from '../secrets/index.ts';
import { createMailWork, type MailWorkDeps } from './create-mail-work.ts';
import type { Mail } from './mail.ts';
import type { MailTransport } from './mail-transport.ts';
import { type QueuedMail, queueMail } from './queue-mail.ts';

/** A database, keys and, when asked, a runner that carries mails out of it. Retries come at once. */
export interface MailTestBench extends JobTestBench {
  readonly secretBox: SecretBox;
  /** What the box seals with, for nodes in processes of their own. */
  readonly key: Buffer;
  queue(change?: Partial<Mail>): Promise<QueuedMail>;
  deps(transport: MailTransport): MailWorkDeps;
  carryMails(transport: MailTransport): Promise<JobRunner>;
}

export const openMailTestBench = async (): Promise<MailTestBench> => {
  const bench = await openJobTestBench();
  const key = randomBytes(32);
  const secretBox = createSecretBox(createKeyRing([createEncryptionKey('test', Buffer.from(key))]));
  const deps = (transport: MailTransport): MailWorkDeps => ({
    database: bench.database,
    secretBox,
    transport,
    from: { name: 'Portolan', address: 'portolan@portolan.example' },
    retryDelay: () => 0,
    lookEverySeconds: 0.1,
  });
  return {
    ...bench,
    secretBox,
    key,
    deps,
    queue: async (change = {}) => {
      const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', ...change };
      return await inTransaction(bench.database, (transaction) => queueMail({ secretBox }, transaction, mail));
    },
    carryMails: async (transport) => await bench.startRunner({ ...createMailWork(deps(transport)), grace: 300 }),
  };
};
