import { Type } from 'typebox';
import { actingOf } from '../../identity/authenticate/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { listMails, type MailRecord, mailStates, retryMail } from '../../platform/mail/index.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { pageOf, pageQuery, readPage, toPage } from '../wire/page.ts';
import { id, noContent, nullable, pathIds, time } from '../wire/schemas.ts';
import { countMails } from './mail-count-store.ts';

const tag = 'Mails and jobs';
const state = Type.Enum([...mailStates]);

const mailSchema = Type.Object(
  {
    id,
    recipient: Type.String(),
    subject: Type.String(),
    state,
    attempts: Type.Integer(),
    lastError: nullable(Type.String()),
    createdOn: time,
    finishedOn: nullable(time),
  },
  { title: 'Mail' },
);

const toMail = ({ createdAt, finishedAt, ...mail }: MailRecord) => ({
  ...mail,
  createdOn: createdAt,
  finishedOn: finishedAt,
});

/** The outbox, never with the content of mails: links in them carry tokens. */
export const createMailRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/mails',
    operationId: 'listMails',
    tag,
    summary: 'Mails that wait, were sent or failed, newest first.',
    rule: deps.rules.platformAdministrator,
    query: Type.Object({ ...pageQuery, state: Type.Optional(state) }),
    answers: { 200: { description: 'A page of mails.', schema: pageOf(mailSchema) } },
    handler: async ({ query }) => {
      const window = readPage(query);
      const filter = query.state === undefined ? {} : { state: query.state };
      const mails = await listMails(deps.database, { ...filter, limit: window.skip + window.limit });
      return toPage(window, mails.slice(window.skip).map(toMail), await countMails(deps.database, query.state));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/mails/{mailId}/retry',
    operationId: 'retryMail',
    tag,
    summary: 'Sends a failed mail again.',
    rule: deps.rules.platformAdministrator,
    params: pathIds('mailId'),
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      await inTransaction(deps.database, async (transaction) => {
        await retryMail(transaction, params.mailId);
        const target = { kind: 'mail', id: params.mailId };
        await recordAudit(transaction, { ...actingOf(request), action: 'mail.retried', target });
      });
    },
  }),
];
