import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createTestHttpApp } from '../../../../test/create-test-http-app.ts';
import { openTestStore } from '../../../../test/open-test-store.ts';
import { createTestPasswords, createTestSecrets } from '../../../../test/test-secrets.ts';
import { useBench } from '../../../../test/use-bench.ts';
import { systemTenantId, type User } from '../../../accounts/index.ts';
import { openNotificationBus } from '../../../platform/database/index.ts';
import { startJobRunner } from '../../../platform/jobs/index.ts';
import { openMailContent } from '../../../platform/mail/mail-content.ts';
import { makeUser } from '../../factors/test/open-factors-bench.ts';
import { createIdentityProvider } from '../../provider/create-identity-provider.ts';
import { type AddPages, addIdentityPages } from '../add-identity-pages.ts';
import { createProviderPages } from '../create-provider-pages.ts';
import { createMailPasswordResetJob } from '../mail-password-reset-job.ts';
import type { IdentityPagesDeps } from '../page-deps.ts';
import { providerHeaders } from '../send-page.ts';
import { addShortAddresses } from '../short-addresses.ts';
import { createMailSignInCodeJob } from '../sign-in/mail-sign-in-code.ts';
import { createSignInPolicy } from '../sign-in/sign-in-policy.ts';
import { createTestBrowser, type Landing, type TestBrowser } from './test-browser.ts';

export interface PagesBench extends IdentityPagesDeps {
  readonly url: string;
  moveClock(seconds: number): void;
  makeTenant(name?: string): Promise<string>;
  makeUser(email?: string, tenantId?: string): Promise<User>;
  makeApplication(application?: NewApplication): Promise<string>;
  browser(): TestBrowser;
  /** Opens the sign-in of an application; the page is the first one that asks for something. */
  startSignIn(clientId: string, parameters?: Readonly<Record<string, string>>, browser?: TestBrowser): Promise<SignIn>;
  /** The mails to an address, oldest first. */
  mailsTo(
    address: string,
  ): Promise<readonly { readonly subject: string; readonly text: string; readonly html: string }[]>;
  auditOf(targetId: string): Promise<string[]>;
}

export interface NewApplication {
  readonly name?: string;
  readonly tenantId?: string;
  readonly clientType?: string;
  readonly redirectUrl?: string;
  readonly secondFactorRequired?: boolean;
  readonly firstParty?: boolean;
}

export interface SignIn {
  readonly browser: TestBrowser;
  readonly page: Landing;
  /** Sends a form to the page of the sign-in. */
  send(form: Readonly<Record<string, string>>): Promise<Landing>;
}

export const redirectUrl = 'https://app.example.com/callback';

/** `others` are pages of other areas. */
export const usePagesBench = (others: readonly AddPages[] = []): (() => PagesBench) =>
  useBench(() => openPagesBench(others));

/** The pages and the provider on a real database, a real port, and with jobs that really run. */
export const openPagesBench = async (
  others: readonly AddPages[] = [],
): Promise<{ bench: PagesBench; close: () => Promise<void> }> => {
  const store = await openTestStore(10);
  const { connection, database } = store;
  const bus = await openNotificationBus(connection, () => undefined);
  const { ring, box, oneTimeCodes } = createTestSecrets();
  const passwords = await createTestPasswords();
  // Below the ports that systems give to outgoing connections: nobody takes it between now and the start.
  const url = `http://localhost:${randomInt(12_000, 32_000)}`;
  const logger = pino({ level: 'silent' });
  const provider = await createIdentityProvider({
    database,
    box,
    ring,
    bus,
    publicUrl: url,
    pages: createProviderPages(),
    policy: createSignInPolicy({ database }),
    onError: () => undefined,
  });
  let time = Date.now();
  const signInClientId = randomUUID();
  const deps: IdentityPagesDeps = {
    database,
    box,
    ring,
    passwords,
    oneTimeCodes,
    publicUrl: url,
    provider: () => provider.current(),
    signInClientId,
    now: () => new Date(time),
  };
  await insertApplication(deps, signInClientId, { redirectUrl: `${url}/identity/signed-in`, firstParty: true });
  const app = createTestHttpApp(url);
  addShortAddresses(app);
  app.register(
    async (identity) => {
      addIdentityPages(identity, deps, others);
      identity.register(async (scope) => {
        scope.addHook('onRequest', async (_request, reply) => void reply.headers(providerHeaders));
        provider.mount(scope);
      });
    },
    { prefix: '/identity' },
  );
  await app.listen({ port: Number(new URL(url).port), host: 'localhost' });
  const runner = await startJobRunner({
    connection,
    jobs: [
      createMailPasswordResetJob({ database, box, publicUrl: url }),
      createMailSignInCodeJob({ database, box, oneTimeCodes }),
    ],
    concurrency: 2,
    pollInterval: 100,
    log: logger,
    onError: () => undefined,
  });

  const bench: PagesBench = {
    ...deps,
    url,
    moveClock: (seconds) => {
      time += seconds * 1000;
    },
    makeTenant: store.makeTenant,
    makeUser: async (email, tenantId) => await makeUser({ database, passwords }, email, tenantId),
    makeApplication: async (application = {}) => await insertApplication(deps, randomUUID(), application),
    browser: () => createTestBrowser(url),
    startSignIn: async (clientId, parameters = {}, browser = createTestBrowser(url)) => {
      const page = await browser.get(`/identity/authorize?${authorizeParameters(clientId, parameters)}`);
      return { browser, page, send: async (form) => await browser.post(page.url.pathname, form) };
    },
    mailsTo: async (address) => {
      const rows = await database
        .selectFrom('mails')
        .select(['id', 'subject', 'sealedContent'])
        .where('recipient', '=', address)
        .orderBy('createdAt')
        .execute();
      return rows.map(({ id, subject, sealedContent }) => ({
        subject,
        ...openMailContent(box, id, sealedContent ?? ''),
      }));
    },
    auditOf: store.auditOf,
  };
  const close = async () => {
    await app.close();
    await runner.stop(2_000);
    await bus.close();
    await store.close();
  };
  return { bench, close };
};

export const authorizeParameters = (
  clientId: string,
  changes: Readonly<Record<string, string>> = {},
): URLSearchParams =>
  new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUrl,
    scope: 'openid profile email',
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
    state: 'the state',
    ...changes,
  });

const insertApplication = async (
  { database }: Pick<IdentityPagesDeps, 'database'>,
  id: string,
  application: NewApplication,
): Promise<string> => {
  const { name = `Application ${id}`, tenantId = systemTenantId, clientType = 'Public' } = application;
  await sql`INSERT INTO applications
      (id, tenant_id, name, origin, client_type, redirect_urls, second_factor_required, first_party)
    VALUES (${id}, ${tenantId}, ${name}, 'workspace', ${clientType}, ${[application.redirectUrl ?? redirectUrl]},
      ${application.secondFactorRequired ?? false}, ${application.firstParty ?? false})`.execute(database);
  return id;
};
