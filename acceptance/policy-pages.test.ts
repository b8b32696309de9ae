import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openServerDatabase, type ServerDatabase } from './authorization/server-database.ts';
import { call } from './support/administrator.ts';
import {
  administrator,
  type DeployedClient,
  deployResources,
  prepareProject,
  signInAtApplication,
} from './support/deployed-application.ts';
import { freePort } from './support/free-port.ts';
import { openChromium } from './support/open-chromium.ts';
import { type Portolan, startPortolan } from './support/start-portolan.ts';
import { applicationResource, clientOutput, idOutput, redirect, serviceResource } from './support/template-parts.ts';

// A policy that is violated answers with the address of a page (contract B11). A person goes there in a real browser, puts
// it right, and comes back to the application, for which the same question is answered with 204.

let server: Portolan;
let database: ServerDatabase;
let browser: Browser;
let application: Server;
let client: DeployedClient;
let token: string;
let services: Readonly<Record<'open' | 'decided' | 'strict', string>>;
let returnUrl: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startPortolan(), openChromium()]);
  database = await openServerDatabase(server);
  application = createServer((_request, response) => response.end('<h1>The application</h1>'));
  const port = await freePort();
  await new Promise<void>((resolve) => application.listen(port, 'localhost', resolve));
  returnUrl = `http://localhost:${port}/orders?id=7`;
  const { token: issued, project } = await prepareProject(server.url, 'Policies');
  token = issued;
  const selfSubscribe = true;
  const passwordPolicy = { enforcePasswordPolicy: true, scope: 0, intervalType: 0, interval: 30 };
  const value = await deployResources(server.url, project, 'policies', {
    resources: [
      serviceResource('open', { selfSubscribe }),
      serviceResource('decided', { selfSubscribe, approvalNeeded: true }),
      serviceResource('strict', { selfSubscribe, passwordPolicy }),
      applicationResource('front', ['$resources[0].id', '$resources[1].id', '$resources[2].id'], {
        redirectUrls: [redirect, new URL('/callback', returnUrl).href],
      }),
    ],
    outputs: [idOutput('open', 0), idOutput('decided', 1), idOutput('strict', 2), clientOutput('client', 3)],
  });
  client = value('client');
  services = { open: value('open'), decided: value('decided'), strict: value('strict') };
});
afterAll(async () => {
  await browser?.close();
  await database?.close();
  application?.close();
  application?.closeAllConnections();
  await server?.remove();
});

interface Somebody {
  readonly id: string;
  readonly email: string;
  password: string;
  headers: Record<string, string>;
}
let somebody: Somebody;

beforeEach(async () => {
  const headers = await signInAtApplication(server.url, client, administrator);
  const email = `${randomUUID()}@example.com`;
  const password = `the password of ${email}`;
  const body = { lastName: 'Byron', email, options: { sendMail: false } };
  const made = await call(server.url, 'POST', '/services/v3/this/user', { headers, body });
  const authToken = new URL(made.body.confirmationUrl).searchParams.get('token') ?? '';
  const activated = await call(server.url, 'POST', '/services/v3/directory/users/me/activate', {
    headers: { 'Ocp-Apim-Subscription-Key': client.key, authToken },
    body: { password, passwordRepeat: password, acceptPlatformTerms: true, acceptServiceTerms: true },
  });
  expect(activated.status).toBe(204);
  const who = { email, password };
  somebody = { id: made.body.id, ...who, headers: await signInAtApplication(server.url, client, who) };
});

const validate = async (serviceId?: string) =>
  await call(
    server.url,
    'GET',
    `/services/v3/my/policies/${serviceId === undefined ? '' : `${serviceId}/`}validate()`,
    {
      headers: { ...somebody.headers, returnUrl },
    },
  );
const publishTerms = async (serviceId?: string) => {
  const body = { title: 'Terms', content: 'Be kind.', ...(serviceId === undefined ? {} : { serviceId }) };
  expect((await call(server.url, 'POST', '/portal/v1/terms', { token, body })).status).toBe(201);
};

/** Opens an address as somebody who has not signed in yet in this browser. */
const open = async (address: string, javaScriptEnabled = true): Promise<Page> => {
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
  await page.goto(address);
  await page.fill('[name=email]', somebody.email);
  await page.fill('[name=password]', somebody.password);
  await page.click('button:text-is("Sign in")');
  return page;
};
const acceptTerms = async (page: Page) => {
  await page.check('[name=accept]');
  await page.click('button:text-is("Continue")');
};
const changePassword = async (page: Page) => {
  const password = `a new password of ${randomUUID()}`;
  await page.fill('[name=oldPassword]', somebody.password);
  await page.fill('[name=newPassword]', password);
  await page.fill('[name=newPasswordRepeat]', password);
  await page.click('button:text-is("Change the password")');
  return password;
};
const agePassword = async () =>
  await database.query(`UPDATE password_credentials SET changed_at = now() - interval '40 days' WHERE user_id = $1`, [
    somebody.id,
  ]);

test('a missing subscription: the person joins, and comes back', async () => {
  const before = await validate(services.open);
  expect(before.status).toBe(406);
  expect(before.body).toMatchObject({ violatedPolicies: ['subscription'], SubscriptionMissing: true, subCode: 0 });
  const page = await open(before.body.url);
  await page.click('button:text-is("Subscribe")');
  await page.waitForURL(returnUrl);
  expect((await validate(services.open)).status).toBe(204);
});

test('a subscription that somebody decides about: the person asks, and comes back once it is approved', async () => {
  const page = await open((await validate(services.decided)).body.url);
  await page.click('button:text-is("Ask for access")');
  await page.waitForSelector('text=You have asked for access');
  const waiting = await validate(services.decided);
  expect([waiting.status, waiting.body.message]).toEqual([406, 'The subscription of the user waits for its approval.']);
  const path = `/portal/v1/services/${services.decided}/subscription-requests/${somebody.id}/approve`;
  expect((await call(server.url, 'POST', path, { token })).status).toBe(204);
  await page.reload();
  await page.click('a:text-is("Continue")');
  await page.waitForURL(returnUrl);
  expect((await validate(services.decided)).status).toBe(204);
});

test('a password that is too old: the person changes it, and comes back', async () => {
  await database.query(
    `INSERT INTO subscriptions (service_id, user_id, tenant_id, name_key, state)
     SELECT $1, u.id, u.tenant_id, u.display_name_key, 'subscribing' FROM users u WHERE u.id = $2`,
    [services.strict, somebody.id],
  );
  await agePassword();
  const before = await validate(services.strict);
  expect([before.status, before.body.violatedPolicies]).toEqual([406, ['passwordAge']]);
  const page = await open(before.body.url);
  await page.waitForSelector('h1:text-is("Change your password")');
  somebody.password = await changePassword(page);
  await page.waitForURL(returnUrl);
  somebody.headers = await signInAtApplication(server.url, client, somebody);
  expect((await validate(services.strict)).status).toBe(204);
});

test('the profile: the person completes it, and comes back', async () => {
  const { body } = await call(server.url, 'GET', '/services/v3/my/profile', { headers: somebody.headers });
  const page = await open(`${body.profilePageUrl}?${new URLSearchParams({ returnUrl })}`);
  await page.waitForSelector('text=Missing: first name, country.');
  await page.fill('[name=firstName]', 'Ada');
  await page.fill('[name=countryCode]', 'gb');
  await page.click('button:text-is("Save")');
  await page.waitForURL(returnUrl);
  const after = await call(server.url, 'GET', '/services/v3/my/profile', { headers: somebody.headers });
  expect(after.body).toMatchObject({ name: 'Byron, Ada', firstName: 'Ada', countryCode: 'GB' });
});

test('no page leads anywhere but to an application', async () => {
  const evil = new URLSearchParams({ returnUrl: 'https://evil.example.net/' });
  const page = await open(`${server.url}/catalog/${services.open}?${evil}`);
  await page.click('button:text-is("Subscribe")');
  await page.waitForSelector('text=You subscribe to this service.');
  expect(await page.locator('a[href*="evil"]').count()).toBe(0);
});

// Last: from now on everybody has terms to accept.
test('everything at once and without scripts: one page after the other, until nothing is in the way', async () => {
  await agePassword();
  await publishTerms();
  await publishTerms(services.strict);
  const policies = ['platformTerms', 'subscription', 'serviceTerms', 'passwordAge'];
  const before = await validate(services.strict);
  expect([before.status, before.body.violatedPolicies]).toEqual([406, policies]);

  // Signing in asks for the terms of the platform by itself, and the page has nothing left to ask for but the service's.
  const page = await open(before.body.url, false);
  await acceptTerms(page);
  await acceptTerms(page);
  await page.waitForURL(returnUrl);
  expect((await validate()).status).toBe(204);

  const second = await validate(services.strict);
  expect([second.status, second.body.violatedPolicies]).toEqual([406, ['subscription', 'passwordAge']]);
  await page.goto(second.body.url);
  await page.click('button:text-is("Subscribe")');
  await page.waitForURL(returnUrl);

  const third = await validate(services.strict);
  expect([third.status, third.body.violatedPolicies]).toEqual([406, ['passwordAge']]);
  await page.goto(third.body.url);
  somebody.password = await changePassword(page);
  await page.waitForURL(returnUrl);
  somebody.headers = await signInAtApplication(server.url, client, somebody);
  expect((await validate(services.strict)).status).toBe(204);

  // Newer terms are asked for again, also from whoever is signed in.
  await publishTerms();
  const fourth = await validate();
  expect([fourth.status, fourth.body.violatedPolicies]).toEqual([406, ['platformTerms']]);
  await page.goto(fourth.body.url);
  await acceptTerms(page);
  await page.waitForURL(returnUrl);
  expect((await validate()).status).toBe(204);
});
