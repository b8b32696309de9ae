import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call } from '../support/administrator.ts';
import {
  administrator,
  type DeployedClient,
  deployResources,
  prepareProject,
  signInAtApplication,
} from '../support/deployed-application.ts';
import { worldTemplate } from './world-template.ts';

export type Headers = Readonly<Record<string, string>>;

/** Who sends a request; `mismatched` has the key of one application and the token of another. */
export type CallerName =
  | 'administrator'
  | 'person'
  | 'ambiguous'
  | 'unlinked'
  | 'unseen'
  | 'mismatched'
  | 'keyOnly'
  | 'nobody';

export interface Invited {
  readonly id: string;
  readonly email: string;
  /** Opens the account. */
  readonly token: string;
}

export interface Person extends Invited {
  readonly password: string;
  readonly headers: Headers;
}

/** Everything that requests to the services API can find, made over HTTP as its users make it. */
export interface World {
  readonly url: string;
  readonly headers: Readonly<Record<CallerName, Headers>>;
  readonly serviceId: string;
  readonly companyId: string;
  readonly administratorId: string;
  readonly messageId: string;
  /** Activated and signed in, subscribes to nothing, has no picture. */
  readonly person: Person;
  /** An account that nobody has taken yet. */
  invite(options?: object): Promise<Invited>;
  /** A person who is signed in. */
  activate(): Promise<Person>;
  /** A data container of the service; gives its id. */
  addContainer(): Promise<string>;
  /** The code in the mail to an address. */
  codeTo(address: string): Promise<string>;
  publishPlatformTerms(): Promise<void>;
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const succeed = async (answer: ReturnType<typeof call>) => {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(`preparation failed: ${status} ${text}`);
  return body;
};

export const makeWorld = async (url: string, data: string): Promise<World> => {
  const name = `Inventory ${randomUUID().slice(0, 8)}`;
  const { token, project } = await prepareProject(url, name);
  const portal = async (method: string, path: string, body?: unknown) =>
    await succeed(call(url, method, `/portal/v1${path}`, { token, ...(body === undefined ? {} : { body }) }));
  const value = await deployResources(url, project, name, worldTemplate);
  const serviceId = value<string>('serviceId');

  const main = value<DeployedClient>('main');
  const atMain = await signInAtApplication(url, main, administrator);
  const ambiguous = await signInAtApplication(url, value('ambiguous'), administrator);
  const unlinked = await signInAtApplication(url, value('unlinked'), administrator);
  const unseen = await signInAtApplication(url, value('unseen'), administrator);
  const services = async (method: string, path: string, body?: unknown) =>
    await succeed(
      call(url, method, `/services/v3${path}`, { headers: { ...atMain }, ...(body === undefined ? {} : { body }) }),
    );

  const invite = async (options: object = {}): Promise<Invited> => {
    const email = `${randomUUID()}@example.com`;
    const given = { firstName: 'Grace', lastName: 'Hopper', email, options: { sendMail: false, ...options } };
    const { id, confirmationUrl } = await services('POST', '/this/user', given);
    return { id, email, token: confirmationUrl ? (new URL(confirmationUrl).searchParams.get('token') ?? '') : '' };
  };
  const activate = async (): Promise<Person> => {
    const invited = await invite();
    const password = `the password of ${invited.email}`;
    await succeed(
      call(url, 'POST', '/services/v3/directory/users/me/activate', {
        headers: { 'Ocp-Apim-Subscription-Key': main.key, authToken: invited.token },
        body: { password, passwordRepeat: password, acceptPlatformTerms: true, acceptServiceTerms: true },
      }),
    );
    return { ...invited, password, headers: await signInAtApplication(url, main, { email: invited.email, password }) };
  };

  const { id: administratorId } = await services('GET', '/my/profile');
  await succeed(
    fetch(`${url}/portal/v1/me/picture`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
      body: onePixel,
    }).then(async (answer) => ({ ...answer, status: answer.status, text: await answer.text(), body: undefined })),
  );
  await portal('PUT', `/projects/${project.projectId}/services/${serviceId}/administrators/${administratorId}`);
  const { id: companyId } = await portal('POST', '/companies', { name });
  await portal('PUT', `/companies/${companyId}/members/${administratorId}`, { state: 'member' });
  await services('PUT', `/this/services/${serviceId}/subscribers/${administratorId}`, {});
  const messageId = randomUUID();
  await services('POST', `/this/services/${serviceId}/notification`, {
    message: { id: messageId, name: 'First', content: 'The first message.', type: 1 },
    recipients: [administratorId],
    HighPriority: true,
  });
  const [message] = await services('GET', '/my/messages?all=true');
  const person = await activate();

  return {
    url,
    serviceId,
    companyId,
    administratorId,
    messageId: message.id,
    person,
    invite,
    activate,
    headers: {
      administrator: atMain,
      person: person.headers,
      ambiguous,
      unlinked,
      unseen,
      mismatched: { ...atMain, 'Ocp-Apim-Subscription-Key': value<DeployedClient>('ambiguous').key },
      keyOnly: { 'Ocp-Apim-Subscription-Key': main.key },
      nobody: {},
    },
    addContainer: async () => {
      const id = randomUUID();
      await services('PUT', `/directory/services/${serviceId}/datacontainers/${id}?name=orders`);
      return id;
    },
    codeTo: async (address) => await readCode(join(data, 'outbox'), address),
    publishPlatformTerms: async () => {
      await portal('POST', '/terms', { title: 'Terms', content: 'Be kind.' });
    },
  };
};

const readCode = async (outbox: string, address: string): Promise<string> => {
  for (const giveUp = Date.now() + 15_000; Date.now() < giveUp; ) {
    for (const file of await readdir(outbox).catch(() => [])) {
      if (!file.endsWith('.eml')) continue;
      const mail = await readFile(join(outbox, file), 'utf8');
      const code = /\b(\d{6})\b/.exec(mail.slice(mail.indexOf('Your code')))?.[1];
      if (mail.includes(address) && mail.includes('Your code') && code !== undefined) return code;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no mail with a code came to ${address}`);
};
