import { randomUUID } from 'node:crypto';
import type { Transaction } from '../database/index.ts';
import type { SecretBox } from '../secrets/index.ts';
import { checkMailContent } from './check-mail-content.ts';
import type { Mail } from './mail.ts';
import { readMailAddress } from './mail-address.ts';
import { sealMailContent } from './mail-content.ts';
import { findMailsByDedupeKey, insertMails, type NewMail } from './mail-store.ts';

export interface QueueMailDeps {
  readonly secretBox: SecretBox;
}

export interface QueuedMail {
  readonly id: string;
  /** False when a mail with the same dedupeKey had been queued before: that one's id is given. */
  readonly isNew: boolean;
}

/**
 * Queues a mail with the caller's change: it goes out after the commit, and never when there is none (contract A11).
 * Whether a mail server answers plays no part here (goal R2).
 */
export const queueMail = async (deps: QueueMailDeps, transaction: Transaction, mail: Mail): Promise<QueuedMail> => {
  const [queued] = await queueMails(deps, transaction, [mail]);
  if (queued === undefined) throw new Error('A mail was queued, and then it was not');
  return queued;
};

/** Queues many mails in a few statements; the answers stand in the order of the input. */
export const queueMails = async (
  deps: QueueMailDeps,
  transaction: Transaction,
  mails: readonly Mail[],
): Promise<readonly QueuedMail[]> => {
  const rows = mails.map((mail) => toMailRow(deps, mail));
  const added = await insertMails(transaction, rows);
  const knownKeys = rows.flatMap(({ id, dedupe_key: key }) => (key === null || added.has(id) ? [] : [key]));
  const known = await findMailsByDedupeKey(transaction, knownKeys);
  return rows.map(({ id, dedupe_key: key }) =>
    added.has(id) ? { id, isNew: true } : { id: known.get(key ?? '') ?? id, isNew: false },
  );
};

/** A checked and sealed mail as the function `queue_mails` takes it, for changes that are one statement of their own. */
export const toMailRow = ({ secretBox }: QueueMailDeps, mail: Mail): NewMail => {
  const { address, name } = readMailAddress(mail.to);
  checkMailContent(mail);
  const id = randomUUID();
  const { subject, headers = {}, dedupeKey = null, bulk = false } = mail;
  const body = 'layout' in mail ? { layout: mail.layout } : { text: mail.text, html: mail.html };
  const sealed = sealMailContent(secretBox, id, { name, headers, body });
  return { id, recipient: address, subject, sealed_content: sealed, dedupe_key: dedupeKey, bulk };
};
