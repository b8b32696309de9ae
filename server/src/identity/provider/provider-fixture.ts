import { createHash, randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { freePort } from '../../../test/free-port.ts';
import { openTestStore } from '../../../test/open-test-store.ts';
import { createTestSecrets } from '../../../test/test-secrets.ts';
import { systemTenantId } from '../../accounts/index.ts';
import { type Database, openNotificationBus } from '../../platform/database/index.ts';
import { addKnownMethods } from '../../platform/http/known-methods.ts';
import { problemForm } from '../../platform/http/problem-form.ts';
import { setErrorForm } from '../../platform/http/set-error-form.ts';
import { hashToken, type SecretBox } from '../../platform/secrets/index.ts';
import { createIdentityProvider } from './create-identity-provider.ts';

/** Who and what exists in the fixture. */
export const people = {
  ada: '11111111-1111-4111-8111-111111111111',
  web: '22222222-2222-4222-8222-222222222222',
  api: '33333333-3333-4333-8333-333333333333',
  machine: '44444444-4444-4444-8444-444444444444',
  implicit: '55555555-5555-4555-8555-555555555555',
  otherWeb: '66666666-6666-4666-8666-666666666666',
  cli: '77777777-7777-4777-8777-777777777777',
  nobody: '99999999-9999-4999-8999-999999999999',
} as const;

export const redirect = 'https://app.example.com/callback';
export const secretOf = (client: string): string => `the secret of ${client}`;
export const verifier = randomBytes(32).toString('base64url');
export const challenge = createHash('sha256').update(verifier).digest('base64url');

export type Form = Readonly<Record<string, string | undefined>>;

export interface Landing {
  readonly status: number;
  /** Where the provider sent the browser; empty when it showed a page. */
  readonly location: string;
  readonly body: string;
}

export interface ProviderFixture {
  readonly url: string;
  readonly database: Database;
  readonly box: SecretBox;
  /** Follows redirects with cookies as a browser does, until it leaves the server or sees a page. */
  browse(address: string, jar?: Map<string, string>): Promise<Landing>;
  /** Opens the authorization endpoint with good parameters and the given changes. */
  authorize(changes?: Form, jar?: Map<string, string>): Promise<Landing>;
  getCode(changes?: Form): Promise<string>;
  getToken(form: Form, client?: string, password?: string): Promise<{ status: number; body: Record<string, string> }>;
  exchange(code: string, changes?: Form, client?: string): Promise<{ status: number; body: Record<string, string> }>;
  close(): Promise<void>;
}

const defined = (form: Form): [string, string][] =>
  Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);

/** The provider on a real database and a real port, with a sign-in page that lets Ada in without a question. */
export const startProviderFixture = async (): Promise<ProviderFixture> => {
  const store = await openTestStore(5);
  const { database } = store;
  const bus = await openNotificationBus(store.connection, () => undefined);
  await fill(database);
  const { ring, box } = createTestSecrets();
  const url = `http://localhost:${await freePort()}`;
  const text = (...parts: unknown[]) => parts.join(' ');
  const identity = await createIdentityProvider({
    database,
    box,
    ring,
    bus,
    publicUrl: url,
    pages: {
      error: text,
      signOut: text,
      signedOut: text,
      enterDeviceCode: text,
      confirmDeviceCode: text,
      deviceDone: text,
      deviceStopped: text,
    },
    onError: (error) => {
      throw error;
    },
  });
  const app = Fastify();
  addKnownMethods(app);
  setErrorForm(app, problemForm, {});
  app.register(
    async (scope) => {
      scope.get('/interaction/:uid', async (request, reply) => {
        reply.hijack();
        await identity.current().interactionFinished(request.raw, reply.raw, { login: { accountId: people.ada } });
      });
      scope.register(async (inner) => identity.mount(inner));
    },
    { prefix: '/identity' },
  );
  await app.listen({ port: Number(new URL(url).port), host: 'localhost' });

  const browse: ProviderFixture['browse'] = async (start, jar = new Map()) => {
    let address = start;
    for (let hop = 0; hop < 10; hop += 1) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
      for (const set of answer.headers.getSetCookie()) {
        const [pair = ''] = set.split(';');
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      const location = answer.headers.get('location') ?? '';
      const leaves = location === '' || new URL(location, address).origin !== url;
      if (leaves) return { status: answer.status, location, body: await answer.text() };
      address = new URL(location, address).href;
    }
    throw new Error('too many redirects');
  };
  const authorize: ProviderFixture['authorize'] = async (changes = {}, jar) => {
    const parameters = {
      client_id: people.web,
      response_type: 'code',
      redirect_uri: redirect,
      scope: 'openid profile email offline_access',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: 's',
      ...changes,
    };
    return await browse(`${url}/identity/authorize?${new URLSearchParams(defined(parameters))}`, jar);
  };
  const getToken: ProviderFixture['getToken'] = async (form, client = people.web, password = secretOf(client)) => {
    const basic = Buffer.from(`${encodeURIComponent(client)}:${encodeURIComponent(password)}`).toString('base64');
    const answer = await fetch(`${url}/identity/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams(defined(form)),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  return {
    url,
    database,
    box,
    browse,
    authorize,
    getCode: async (changes) => {
      const { location } = await authorize(changes);
      const code = new URL(location, url).searchParams.get('code');
      if (code === null) throw new Error(`no code in ${location}`);
      return code;
    },
    getToken,
    exchange: async (code, changes = {}, client = people.web) =>
      await getToken(
        { grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier, ...changes },
        client,
      ),
    close: async () => {
      await app.close();
      await bus.close();
      await store.close();
    },
  };
};

const fill = async (database: Database): Promise<void> => {
  await sql`INSERT INTO users (id, tenant_id, email, display_name, first_name, last_name, activated_at)
    VALUES (${people.ada}, ${systemTenantId}, 'ada@example.com', 'Lovelace, Ada', 'Ada', 'Lovelace', now())`.execute(
    database,
  );
  const application = async (id: string, type: string, redirects: string[], isApi = false, implicit = false) =>
    await sql`INSERT INTO applications (id, tenant_id, name, origin, client_type, is_api, redirect_urls, app_id_uri, allow_implicit_grant_flow)
      VALUES (${id}, ${systemTenantId}, ${`Application ${id}`}, 'workspace', ${type}, ${isApi}, ${redirects}, ${isApi ? 'api://orders' : null}, ${implicit})`.execute(
      database,
    );
  await application(people.web, 'Confidential', [redirect]);
  await application(people.otherWeb, 'Confidential', [redirect]);
  await application(people.api, 'None', [], true);
  await application(people.machine, 'ClientCredential', []);
  await application(people.implicit, 'Spa', [redirect], false, true);
  await application(people.cli, 'Native', ['http://127.0.0.1/callback']);
  await sql`INSERT INTO application_scopes (application_id, name, position)
    VALUES (${people.api}, 'read', 0), (${people.api}, 'write', 1)`.execute(database);
  for (const client of [people.web, people.machine]) {
    await sql`INSERT INTO application_api_accesses (application_id, api_application_id, scopes, position)
      VALUES (${client}, ${people.api}, '{read,write}', 0)`.execute(database);
    await sql`INSERT INTO service_principals (application_id, tenant_id)
      VALUES (${client}, ${systemTenantId})`.execute(database);
  }
  for (const client of [people.web, people.otherWeb, people.machine]) {
    await sql`INSERT INTO application_secrets (application_id, version, secret_hash, sealed_secret, secret_start)
      VALUES (${client}, 1, ${hashToken(secretOf(client))}, 'x', 'x')`.execute(database);
  }
};
