import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ConfidentialClientApplication, ProtocolMode } from '@azure/msal-node';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveDevice } from './support/approve-device.ts';
import { Browser } from './support/browser.ts';
import { freePort } from './support/free-port.ts';
import { openChromium } from './support/open-chromium.ts';
import { type SeededApplication, seedApplication } from './support/seed-application.ts';
import { adminEmail, adminPassword, type Portolan, startPortolan } from './support/start-portolan.ts';
import { startTlsProxy, type TlsProxy } from './support/tls-proxy.ts';

// Client libraries as people install them, none of them patched, against the running server behind TLS.

let server: Portolan;
let proxy: TlsProxy;
let url: string;
const redirect = 'https://client.example.com/callback';
const afterSignOut = 'https://client.example.com/bye';

beforeAll(async () => {
  const tlsPort = await freePort();
  proxy = await startTlsProxy(tlsPort, () => server.port);
  server = await startPortolan({
    environment: { PORTOLAN_PUBLIC_URL: proxy.url, PORTOLAN_TRUSTED_PROXIES: '127.0.0.1' },
  });
  url = proxy.url;
});
afterAll(async () => {
  await server.remove();
  await proxy.close();
});

/** Signs in through the forms and gives back where the browser was sent. */
const signInAt = async (address: string, browser = new Browser(url)): Promise<URL> => {
  let page = await browser.open(address);
  if (page.status !== 0) page = await browser.submit(page, { email: adminEmail, password: adminPassword });
  expect(page.status, page.text).toBe(0);
  return new URL(page.url);
};

describe('openid-client', () => {
  test('signs a user in, reads userinfo, refreshes, and signs out', async () => {
    const app = await seedApplication(server, {
      clientType: 'Confidential',
      redirectUrls: [redirect],
      postLogoutRedirectUrls: [afterSignOut],
    });
    const config = await openid.discovery(new URL(`${url}/identity`), app.id, app.secret);
    const verifier = openid.randomPKCECodeVerifier();
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: 'openid profile email offline_access',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    const browser = new Browser(url);
    const landed = await signInAt(address.href, browser);
    const tokens = await openid.authorizationCodeGrant(config, landed, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    });
    const claims = tokens.claims();
    expect(claims?.email).toBe(adminEmail);
    const info = await openid.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
    expect(info.email).toBe(adminEmail);
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    const leave = openid.buildEndSessionUrl(config, {
      post_logout_redirect_uri: afterSignOut,
      id_token_hint: refreshed.id_token ?? tokens.id_token ?? '',
    });
    const page = await browser.open(leave.href);
    const left = await browser.submit(page, { logout: 'yes' });
    expect(left.url).toMatch(new RegExp(`^${afterSignOut}`));
  });

  test('refuses an answer that another issuer mixed in', async () => {
    const app = await seedApplication(server, { clientType: 'Confidential', redirectUrls: [redirect] });
    const config = await openid.discovery(new URL(`${url}/identity`), app.id, app.secret);
    const mixedUp = new URL(`${redirect}?code=x&state=s&iss=https%3A%2F%2Fevil.example.com`);
    await expect(
      openid.authorizationCodeGrant(config, mixedUp, { expectedState: 's', pkceCodeVerifier: 'x'.repeat(43) }),
    ).rejects.toThrow();
  });

  test('gets a token for a device', async () => {
    const app = await seedApplication(server, { clientType: 'Native', redirectUrls: ['http://127.0.0.1/callback'] });
    const config = await openid.discovery(new URL(`${url}/identity`), app.id, undefined, openid.None());
    const device = await openid.initiateDeviceAuthorization(config, { scope: 'openid profile' });
    const polling = openid.pollDeviceAuthorizationGrant(config, device, {}, { signal: AbortSignal.timeout(50_000) });
    await approveDevice(url, device.verification_uri_complete ?? device.verification_uri);
    expect((await polling).claims()?.sub).toBeTruthy();
  });
});

describe('@azure/msal-node in its OpenID Connect mode', () => {
  test('signs a user in, refreshes silently, and gets a token for itself', async () => {
    const app = await seedApplication(server, { clientType: 'Confidential', redirectUrls: [redirect] });
    const msal = new ConfidentialClientApplication({
      auth: {
        clientId: app.id,
        clientSecret: app.secret,
        authority: `${url}/identity`,
        knownAuthorities: [new URL(url).host],
      },
      system: { protocolMode: ProtocolMode.OIDC },
    });
    const { createHash, randomBytes } = await import('node:crypto');
    const codeVerifier = randomBytes(32).toString('base64url');
    const scopes = ['openid', 'profile', 'email', 'offline_access'];
    const address = await msal.getAuthCodeUrl({
      scopes,
      redirectUri: redirect,
      codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      codeChallengeMethod: 'S256',
    });
    const landed = await signInAt(address);
    const signedIn = await msal.acquireTokenByCode({
      code: landed.searchParams.get('code') ?? '',
      scopes,
      redirectUri: redirect,
      codeVerifier,
    });
    expect(signedIn.idTokenClaims).toMatchObject({ email: adminEmail });
    const { account } = signedIn;
    if (account === null) throw new Error('MSAL knows no account');
    const again = await msal.acquireTokenSilent({ account, scopes, forceRefresh: true });
    expect(again.accessToken).not.toBe(signedIn.accessToken);
    const info = await fetch(`${url}/identity/userinfo`, { headers: { authorization: `Bearer ${again.accessToken}` } });
    expect(await info.json()).toMatchObject({ email: adminEmail });
  });
});

describe('oidc-client-ts in a real browser', () => {
  let pages: Server;
  let origin: string;
  let app: SeededApplication;

  beforeAll(async () => {
    const bundle = await readFile(
      join(
        dirname(createRequire(import.meta.url).resolve('oidc-client-ts/package.json')),
        'dist/browser/oidc-client-ts.min.js',
      ),
    );
    const port = await freePort();
    origin = `http://localhost:${port}`;
    app = await seedApplication(server, {
      clientType: 'Spa',
      redirectUrls: [`${origin}/`],
      postLogoutRedirectUrls: [`${origin}/bye`],
    });
    pages = createServer((request, answer) => {
      const isScript = request.url?.startsWith('/oidc.js') === true;
      answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      answer.end(isScript ? bundle : '<!doctype html><title>client</title><script src="/oidc.js"></script>');
    });
    await new Promise<void>((resolve) => pages.listen(port, 'localhost', resolve));
  });
  afterAll(() => pages.close());

  test('signs a user in, reads userinfo, refreshes, and signs out', async () => {
    const browser = await openChromium();
    try {
      const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
      const settings = {
        authority: `${url}/identity`,
        client_id: app.id,
        redirect_uri: `${origin}/`,
        post_logout_redirect_uri: `${origin}/bye`,
        scope: 'openid profile email offline_access',
        loadUserInfo: true,
      };
      await page.goto(`${origin}/`);
      const run = async (script: string) =>
        await page.evaluate(
          `(async () => { const manager = new oidc.UserManager(${JSON.stringify(settings)}); ${script} })()`,
        );
      await run('await manager.signinRedirect();').catch(() => undefined);
      await page.fill('input[name="email"]', adminEmail);
      await page.fill('input[name="password"]', adminPassword);
      await Promise.all([page.waitForURL(`${origin}/?**`), page.keyboard.press('Enter')]);
      const user = (await run(
        'const user = await manager.signinRedirectCallback(); return { email: user.profile.email, refresh: user.refresh_token };',
      )) as Record<string, string>;
      expect(user.email).toBe(adminEmail);
      const renewed = (await run(
        'const user = await manager.signinSilent(); return { email: user.profile.email, refresh: user.refresh_token };',
      )) as Record<string, string>;
      expect(renewed.email).toBe(adminEmail);
      expect(renewed.refresh).not.toBe(user.refresh);
      await run('await manager.signoutRedirect();').catch(() => undefined);
      await page.waitForURL(`${url}/**`);
      await Promise.all([
        page.waitForURL(`${origin}/bye**`),
        page.locator('button[name="logout"], form button[type="submit"]').first().click(),
      ]);
    } finally {
      await browser.close();
    }
  });
});
