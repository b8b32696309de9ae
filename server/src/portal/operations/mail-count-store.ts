import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';
import type { MailState } from '../../platform/mail/index.ts';

export const countMails = async (handle: Handle, state: MailState | undefined): Promise<number> => {
  let query = handle.selectFrom('mails').select(sql<number>`count(*)::int`.as('count'));
  if (state !== undefined) query = query.where('state', '=', state);
  return (await query.executeTakeFirstOrThrow()).count;
};
