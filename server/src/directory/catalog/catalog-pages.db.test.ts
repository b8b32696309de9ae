import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { User } from '../../accounts/index.ts';
import { alertOf, goodPassword, headingOf, usePagesBench } from '../../identity/pages/test/index.ts';
import { insertService, type ServiceOptions } from '../test/bench-platform.ts';
import { addCatalogPages } from './catalog-pages.ts';

const bench = usePagesBench([addCatalogPages]);
const returnUrl = 'https://atlas.example.com/next?order=7';

const makeService = async (options: ServiceOptions = {}) =>
  await insertService(bench().database, { selfSubscribe: true, ...options });
const addressOf = (serviceId: string, back = returnUrl) =>
  `/catalog/${serviceId}?${new URLSearchParams({ returnUrl: back })}`;
const open = async (path: string, user: User) => {
  const browser = bench().browser();
  const first = await browser.get(path);
  expect(headingOf(first)).toBe('Sign in');
  return { browser, page: await browser.post(first.url.pathname, { email: user.email, password: goodPassword }) };
};
const stateOf = async (serviceId: string, user: User) => {
  const row = await bench()
    .database.selectFrom('subscriptions')
    .select('state')
    .where('serviceId', '=', serviceId)
    .where('userId', '=', user.id)
    .executeTakeFirst();
  return row?.state;
};
const subscribe = async (serviceId: string, user: User, state: string) =>
  await sql`INSERT INTO subscriptions (service_id, user_id, tenant_id, name_key, state, state_before_error)
    SELECT ${serviceId}, u.id, u.tenant_id, u.display_name_key, ${state}, ${state === 'error' ? 'subscribing' : null}
    FROM users u WHERE u.id = ${user.id}`.execute(bench().database);
const makeAtlas = async () => await bench().makeApplication({ redirectUrl: 'https://atlas.example.com/callback' });

describe('a service that people join by themselves', () => {
  test('is joined after a sign-in, and the way leads back to the application', async () => {
    await makeAtlas();
    const [user, serviceId] = [await bench().makeUser(), await makeService()];
    const { browser, page } = await open(addressOf(serviceId), user);
    expect(page.url.pathname).toBe(`/identity/catalog/${serviceId}`);
    expect(page.body).toContain('You do not subscribe to this service yet.');
    const after = await browser.post(page.url.pathname + page.url.search, {});
    expect(after.url.href).toBe(returnUrl);
    expect(await stateOf(serviceId, user)).toBe('subscribing');
    expect(await bench().auditOf(`${serviceId}/${user.id}`)).toEqual(['subscription.subscribing']);
    expect((await browser.get(addressOf(serviceId))).body).toContain(`href="${returnUrl}">Continue`);
  });

  test('waits for those who decide, where they do', async () => {
    await makeAtlas();
    const [user, serviceId] = [await bench().makeUser(), await makeService({ approvalNeeded: true })];
    const { browser, page } = await open(addressOf(serviceId), user);
    const after = await browser.post(page.url.pathname + page.url.search, {});
    expect(after.body).toContain('You have asked for access.');
    expect(after.body).toContain(`href="${returnUrl}">Back to the application`);
    expect(await stateOf(serviceId, user)).toBe('pending');
  });

  test('is joined at its root', async () => {
    const [user, root] = [await bench().makeUser(), await makeService()];
    const child = await insertService(bench().database, { parentId: root });
    const { browser, page } = await open(`/catalog/${child}`, user);
    expect(page.body).toContain('This is a part of ');
    expect((await browser.post(page.url.pathname, {})).body).toContain('You subscribe to this service.');
    expect(await stateOf(root, user)).toBe('subscribing');
  });

  test('says when it has no room left', async () => {
    const [user, serviceId] = [await bench().makeUser(), await makeService({ subscriberLimit: 0 })];
    const { browser, page } = await open(`/catalog/${serviceId}`, user);
    const after = await browser.post(page.url.pathname, {});
    expect([after.status, alertOf(after)]).toEqual([400, expect.stringContaining('at most 0 subscribers')]);
  });

  test('is not joined by a form of another site', async () => {
    const [user, serviceId] = [await bench().makeUser(), await makeService()];
    const { browser, page } = await open(`/catalog/${serviceId}`, user);
    const after = await browser.post(page.url.pathname, {}, { 'sec-fetch-site': 'cross-site' });
    expect(after.status).toBe(403);
    expect(await stateOf(serviceId, user)).toBeUndefined();
  });
});

test.each([
  ['subscribing', 'You subscribe to this service.'],
  ['pending', 'You have asked for access.'],
  ['rejected', 'Your subscription was not approved.'],
  ['error', 'Your subscription could not be carried out.'],
])('who is %s has nothing to fill in', async (state, words) => {
  const [user, serviceId] = [await bench().makeUser(), await makeService()];
  await subscribe(serviceId, user, state);
  const { page } = await open(`/catalog/${serviceId}`, user);
  expect(page.body).toContain(words);
  expect(page.body).not.toContain('<form');
});

test('who left may come back', async () => {
  const [user, serviceId] = [await bench().makeUser(), await makeService()];
  await subscribe(serviceId, user, 'notSubscribing');
  const { browser, page } = await open(`/catalog/${serviceId}`, user);
  await browser.post(page.url.pathname, {});
  expect(await stateOf(serviceId, user)).toBe('subscribing');
});

test('a service that lets nobody in by themselves says so, and takes no form', async () => {
  const [user, serviceId] = [await bench().makeUser(), await makeService({ selfSubscribe: false })];
  const { browser, page } = await open(`/catalog/${serviceId}`, user);
  expect(page.body).toContain('people cannot do so by themselves');
  expect(page.body).not.toContain('<form');
  expect((await browser.post(page.url.pathname, {})).status).toBe(403);
  expect(await stateOf(serviceId, user)).toBeUndefined();
});

test('a service of another tenant is there only when it is public', async () => {
  const user = await bench().makeUser();
  const tenantId = await bench().makeTenant();
  const hidden = await makeService({ tenantId });
  const { browser, page } = await open(addressOf(hidden), user);
  expect([page.status, headingOf(page)]).toEqual([404, 'There is no such service for you']);
  expect((await browser.post(page.url.pathname, {})).status).toBe(404);
  expect(await stateOf(hidden, user)).toBeUndefined();
  await sql`UPDATE services SET public = true WHERE id = ${hidden}`.execute(bench().database);
  expect((await browser.get(addressOf(hidden))).status).toBe(200);
  expect((await browser.get('/catalog/not-an-id')).status).toBe(404);
});

test('an address of nobody is not a way back', async () => {
  const [user, serviceId] = [await bench().makeUser(), await makeService()];
  const { browser, page } = await open(addressOf(serviceId, 'https://evil.example.net/'), user);
  expect(page.body).not.toContain('href="https://evil');
  const after = await browser.post(page.url.pathname + page.url.search, {});
  expect(after.url.origin).toBe(bench().url);
  expect(after.body).not.toContain('href="https://evil');
});
