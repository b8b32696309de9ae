import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword } from '../../factors/test/open-factors-bench.ts';
import { openChromium } from '../test/open-chromium.ts';
import { authorizeParameters, usePagesBench } from '../test/open-pages-bench.ts';

const bench = usePagesBench();
let browser: Browser;
let servers: Server[] = [];

beforeAll(async () => {
  browser = await openChromium();
});
afterAll(async () => {
  await browser.close();
  for (const server of servers) server.close();
});

const listen = async (location: (path: string) => string | undefined): Promise<string> => {
  const server = createServer((request, response) => {
    const next = location(request.url ?? '/');
    response.writeHead(next === undefined ? 200 : 302, {
      'content-type': 'text/html',
      ...(next === undefined ? {} : { location: next }),
    });
    response.end('<h1>The application</h1>');
  });
  servers = [...servers, server];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** An application whose callback sends the browser on to another origin, as many do. */
const makeApplication = async () => {
  const end = await listen(() => undefined);
  const callback = `${await listen(() => `${end}/landed`)}/callback`;
  return { clientId: await bench().makeApplication({ redirectUrl: callback }), callback, end: `${end}/landed` };
};

const startSignIn = async (page: Page, { clientId, callback }: { clientId: string; callback: string }) =>
  await page.goto(`${bench().url}/identity/authorize?${authorizeParameters(clientId, { redirect_uri: callback })}`);

const typePassword = async (page: Page, email: string) => {
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', goodPassword);
  await page.click('button:text-is("Sign in")');
};

/** What the browser complains about: blocked by a policy, errors of scripts. */
const watch = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
};

test('the whole way with scripts, through redirects of the application to another origin', async () => {
  const [application, user] = [await makeApplication(), await bench().makeUser()];
  const page = await browser.newPage();
  const complaints = watch(page);
  await startSignIn(page, application);
  await page.fill('[name=password]', 'x');
  await page.click('button:text-is("Show")');
  expect(await page.getAttribute('[name=password]', 'type')).toBe('text');
  await typePassword(page, user.email);
  await page.waitForURL(application.end);
  expect(complaints.filter((each) => !each.includes('favicon'))).toEqual([]);
  await page.close();
});

test('the whole way without scripts', async () => {
  const [application, user] = [await makeApplication(), await bench().makeUser()];
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await startSignIn(page, application);
  expect(await page.isVisible('button:text-is("Use a passkey")')).toBe(false);
  await typePassword(page, user.email);
  await page.waitForURL(application.end);
  await context.close();
});

test('another account in the same browser, and signing out: what the provider shows by itself', async () => {
  const application = await makeApplication();
  const [one, other] = [await bench().makeUser(), await bench().makeUser()];
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints = watch(page);
  await startSignIn(page, application);
  await typePassword(page, one.email);
  await page.waitForURL(application.end);
  const again = authorizeParameters(application.clientId, { redirect_uri: application.callback, prompt: 'login' });
  await page.goto(`${bench().url}/identity/authorize?${again}`);
  // The provider ends the session of the first by a form that sends itself.
  await typePassword(page, other.email);
  await page.waitForURL(application.end);
  await page.goto(`${bench().url}/identity/logout`);
  await page.click('button:text-is("Sign out")');
  await page.waitForSelector('h1:text-is("You are signed out")');
  expect(complaints.filter((each) => !each.includes('favicon'))).toEqual([]);
  await context.close();
});

test('a window that an application opened can still call back', async () => {
  const [application, user] = [await makeApplication(), await bench().makeUser()];
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(application.end);
  const address = `${bench().url}/identity/authorize?${authorizeParameters(application.clientId, { redirect_uri: application.callback })}`;
  const opened = context.waitForEvent('page');
  await page.evaluate(`window.open(${JSON.stringify(address)}) && undefined`);
  const popup = await opened;
  await typePassword(popup, user.email);
  await popup.waitForURL(application.end);
  expect(await popup.evaluate('window.opener !== null')).toBe(true);
  await context.close();
});

test('a passkey is added and then signs in without a password', async () => {
  const [application, user] = [await makeApplication(), await bench().makeUser()];
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints = watch(page);
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${bench().url}/identity/security/passkey`);
  await typePassword(page, user.email);
  await page.fill('[name=name]', 'Laptop');
  await page.click('button:text-is("Add the passkey")');
  await page.waitForSelector('h1:text-is("Keep your recovery codes")');
  await page.click('text=I have kept them');
  await page.waitForSelector('text=Laptop');
  await context.clearCookies();
  await startSignIn(page, application);
  await page.click('button:text-is("Use a passkey")');
  await page.waitForURL(application.end);
  await context.clearCookies();
  await startSignIn(page, application);
  await typePassword(page, user.email);
  await page.click('button:text-is("Use your passkey")');
  await page.waitForURL(application.end);
  expect(complaints.filter((each) => !each.includes('favicon'))).toEqual([]);
  await context.close();
});
