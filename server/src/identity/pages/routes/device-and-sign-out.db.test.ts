import { expect, test } from 'vitest';
import { goodPassword } from '../../factors/test/open-factors-bench.ts';
import { usePagesBench } from '../test/open-pages-bench.ts';
import { alertOf, headingOf, type Landing, type TestBrowser } from '../test/test-browser.ts';

const bench = usePagesBench();
const fieldOf = ({ body }: Landing, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? `no ${name}`;

const post = async (path: string, form: Readonly<Record<string, string>>) => {
  const answer = await fetch(`${bench().url}/identity${path}`, { method: 'POST', body: new URLSearchParams(form) });
  return (await answer.json()) as Record<string, string>;
};

/** The command line asks for a code, and the person types it into the browser. */
const startDevice = async () => {
  const clientId = await bench().makeApplication({ clientType: 'Native', name: 'The tool' });
  const device = await post('/device/authorize', { client_id: clientId, scope: 'openid' });
  const browser = bench().browser();
  const page = await browser.get('/identity/device');
  expect(headingOf(page)).toBe('Connect a device');
  return { clientId, device, browser, xsrf: fieldOf(page, 'xsrf') };
};

const poll = async (clientId: string, device: Record<string, string>) =>
  await post('/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: clientId,
    device_code: device.device_code ?? '',
  });

test('a device is connected by its code, after a look at it, a sign-in and a yes', async () => {
  const user = await bench().makeUser();
  const { clientId, device, browser, xsrf } = await startDevice();
  expect((await poll(clientId, device)).error).toBe('authorization_pending');
  const confirm = await browser.post('/identity/device', { xsrf, user_code: device.user_code ?? '' });
  expect(headingOf(confirm)).toBe('Connect The tool?');
  expect(confirm.body).toContain(device.user_code);
  const form = { xsrf: fieldOf(confirm, 'xsrf'), user_code: fieldOf(confirm, 'user_code'), confirm: 'yes' };
  const signIn = await browser.post('/identity/device', form);
  expect(headingOf(signIn)).toBe('Sign in');
  let page = await browser.post(signIn.url.pathname, { email: user.email, password: goodPassword });
  if (headingOf(page).startsWith('Continue to')) page = await browser.post(page.url.pathname, { consent: 'allow' });
  expect(headingOf(page)).toBe('Your device is connected');
  expect(await poll(clientId, device)).toHaveProperty('access_token');
});

test('a wrong code is told, and no means no', async () => {
  const { clientId, device, browser, xsrf } = await startDevice();
  const wrong = await browser.post('/identity/device', { xsrf, user_code: 'WRNG-CODE' });
  expect(alertOf(wrong)).toContain('not right');
  expect(wrong.body).toContain('value="WRNG-CODE"');
  const confirm = await browser.post('/identity/device', {
    xsrf: fieldOf(wrong, 'xsrf'),
    user_code: device.user_code ?? '',
  });
  const stopped = await browser.post('/identity/device', {
    xsrf: fieldOf(confirm, 'xsrf'),
    user_code: device.user_code ?? '',
    abort: 'yes',
  });
  expect(headingOf(stopped)).toBe('Nothing was connected');
  expect(alertOf(stopped)).toBeUndefined();
  expect((await poll(clientId, device)).error).toBe('access_denied');
});

const signedIn = async (): Promise<TestBrowser> => {
  const user = await bench().makeUser();
  const { browser, send } = await bench().startSignIn(await bench().makeApplication());
  await send({ email: user.email, password: goodPassword });
  return browser;
};

test('signing out asks first; staying keeps the session, leaving ends it', async () => {
  const browser = await signedIn();
  const asked = await browser.get('/identity/logout');
  expect(headingOf(asked)).toBe('Sign out?');
  const stayed = await browser.post('/identity/logout/confirm', { xsrf: fieldOf(asked, 'xsrf') });
  expect(headingOf(stayed)).toBe('You are still signed in');
  expect(
    (await bench().startSignIn(await bench().makeApplication(), {}, browser)).page.url.searchParams.has('code'),
  ).toBe(true);
  const again = await browser.get('/identity/logout');
  const left = await browser.post('/identity/logout/confirm', { xsrf: fieldOf(again, 'xsrf'), logout: 'yes' });
  expect(headingOf(left)).toBe('You are signed out');
  expect(headingOf((await bench().startSignIn(await bench().makeApplication(), {}, browser)).page)).toBe('Sign in');
});

test('a sign-out without the token of its page does nothing', async () => {
  const browser = await signedIn();
  await browser.get('/identity/logout');
  const page = await browser.post('/identity/logout/confirm', { xsrf: 'guessed', logout: 'yes' });
  expect(page.status).toBe(400);
  expect(
    (await bench().startSignIn(await bench().makeApplication(), {}, browser)).page.url.searchParams.has('code'),
  ).toBe(true);
});

test.each([
  ['client_id=nobody', 'We do not know this application'],
  ['', 'The application asked in a wrong way'],
])('an application that asks "%s" gets a page that helps', async (query, heading) => {
  const page = await bench().browser().get(`/identity/authorize?${query}`);
  expect(page.status).toBe(400);
  expect(headingOf(page)).toBe(heading);
  expect(page.body).toContain('Support code');
});

test('a redirect that is not registered stops here', async () => {
  const { page } = await bench().startSignIn(await bench().makeApplication(), {
    redirect_uri: 'https://evil.example.net/',
  });
  expect(page.status).toBe(400);
  expect(headingOf(page)).toBe('The application sent a wrong address');
});

test('an address without a page is told on a page to browsers, in plain words to programs', async () => {
  const page = await bench().browser().get('/identity/no-such-page');
  expect(page.status).toBe(404);
  expect(headingOf(page)).toBe('There is nothing here');
  expect(page.body).toContain('Support code');
  const plain = await fetch(`${bench().url}/identity/no-such-page`);
  expect([plain.status, await plain.text()]).toEqual([404, 'Not Found']);
});
