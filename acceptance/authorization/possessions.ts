import { randomBytes } from 'node:crypto';
import { call } from '../support/administrator.ts';
import { type Account, applicationToken, personToken, type WorldApplication } from './accounts.ts';
import type { Place, PlaceIds } from './place.ts';
import type { ServerDatabase } from './server-database.ts';

export interface PossessionDeps {
  readonly url: string;
  readonly database: ServerDatabase;
}

const systemTenant = '00000000-0000-0000-0000-000000000000';
const patience = 20_000;

/** What is one person's own and nobody else's. */
export type Possessions = Pick<PlaceIds, 'messageId' | 'sessionId'>;

/** Calls as the application of a place does. */
export const asApplication = async (url: string, application: WorldApplication, tenantId: string) => {
  const headers = {
    authorization: `Bearer ${await applicationToken(url, application)}`,
    'Ocp-Apim-Subscription-Key': application.key,
    tenantId,
  };
  return async (method: string, path: string, body?: unknown) => {
    const answer = await call(url, method, `/services/v3${path}`, { headers, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
};

/** Subscribes somebody to the service of the place and sends a message that only this person gets. */
export const givePossessions = async (
  deps: PossessionDeps,
  place: Place,
  account: Account,
  tenantId = place.ids.tenantId,
): Promise<Possessions> => {
  const ask = await asApplication(deps.url, place.application, tenantId);
  const { serviceId } = place.ids;
  await ask('PUT', `/this/services/${serviceId}/subscribers/${account.userId}`, {});
  const word = randomBytes(8).toString('hex');
  await ask('POST', `/this/services/${serviceId}/notification`, {
    message: { name: word, content: 'For you alone', type: 1 },
    recipients: [account.userId],
    HighPriority: false,
  });
  return {
    messageId: await deliveredMessage(deps.database, word),
    sessionId: await newestSession(deps.url, account),
  };
};

export const giveAdministratorPossessions = async (
  deps: PossessionDeps,
  place: Place,
  account: Account,
): Promise<Possessions> => await givePossessions(deps, place, account, systemTenant);

const deliveredMessage = async (database: ServerDatabase, name: string): Promise<string> => {
  for (const giveUp = Date.now() + patience; Date.now() < giveUp; ) {
    const [row] = await database.query<{ id: string }>(
      'SELECT m.id FROM messages m JOIN inbox_messages i ON i.message_id = m.id WHERE m.name = $1',
      [name],
    );
    if (row !== undefined) return row.id;
  }
  throw new Error('A message was not delivered.');
};

/** Whoever has one signs in with it, so only those get one who sign in no more, or who lose it at once. */
export const addPasskey = async (database: ServerDatabase, userId: string): Promise<string> => {
  const [row] = await database.query<{ id: string }>(
    `INSERT INTO passkeys (user_id, name, credential_id, public_key, device_type, backed_up)
     VALUES ($1, 'A passkey', $2, '\\x00', 'singleDevice', false) RETURNING id`,
    [userId, randomBytes(16)],
  );
  return row?.id ?? '';
};

const newestSession = async (url: string, account: Account): Promise<string> => {
  const token = await personToken(url, account);
  const list = await call(url, 'GET', '/portal/v1/me/sessions', { token });
  if (list.status !== 200 || list.body.result.length === 0) throw new Error(`sessions: ${list.status} ${list.text}`);
  return list.body.result[0].id;
};
