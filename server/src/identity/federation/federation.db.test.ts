import { randomUUID } from 'node:crypto';
import { decodeJwt, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestIssuer, type TestIssuer } from '../../../test/open-test-issuer.ts';
import { findUser, findUsersByEmail } from '../../accounts/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { hashToken } from '../../platform/secrets/index.ts';
import { goodPassword } from '../factors/test/open-factors-bench.ts';
import { openPagesBench, type PagesBench, usePagesBench } from '../pages/test/open-pages-bench.ts';
import { alertOf, headingOf, type Landing } from '../pages/test/test-browser.ts';
import {
  changeFederation,
  createFederation,
  deleteFederation,
  type FederationInput,
  listFederations,
} from './index.ts';

const bench = usePagesBench();
const system = { actor: { kind: 'system' } };
let issuer: TestIssuer;

beforeAll(async () => {
  issuer = await openTestIssuer();
});
afterAll(async () => await issuer.close());
beforeEach(() => {
  Object.assign(issuer.behaviour, {
    claims: {},
    document: {},
    userinfo: undefined,
    idToken: undefined,
    tokenStatus: 200,
  });
});

/** A tenant whose people sign in at the issuer, with a mail domain of its own. */
const makeFederation = async (input: Partial<FederationInput> = {}, tenantId?: string) => {
  const domain = `${randomUUID()}.example.com`;
  const tenant = tenantId ?? (await bench().makeTenant());
  const federation = await inTransaction(bench().database, (transaction) =>
    createFederation({ transaction, box: bench().box }, system, {
      tenantId: tenant,
      name: 'Harbour Office',
      issuer: issuer.url,
      clientId: 'portolan',
      clientSecret: 'a secret',
      domains: [domain],
      ...input,
    }),
  );
  return { federation, domain: federation.domains[0] ?? domain, tenantId: tenant };
};

/** Types the address and chooses to sign in at the organisation; gives where the browser was sent. */
const leave = async (email: string, tenantId: string) => {
  const application = await bench().makeApplication({ tenantId });
  const { browser, send } = await bench().startSignIn(application);
  return { browser, sent: await send({ action: 'federation', email }) };
};

const signIn = async (
  setup: { domain: string; tenantId: string },
  claims: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<Landing> => {
  issuer.behaviour.claims = { sub: randomUUID(), ...claims };
  const { browser, sent } = await leave(`somebody@${setup.domain}`, setup.tenantId);
  return await browser.get(issuer.answer(sent.url.href, changes).href);
};

const expectCode = ({ url, body }: Landing) => expect(url.searchParams.has('code'), body).toBe(true);
const userOf = async (email: string, tenantId: string) =>
  (await findUsersByEmail(bench().database, { email, scope: { tenantId } }))[0];

describe('somebody of the organisation', () => {
  test('signs in there, and gets a managed account here', async () => {
    const setup = await makeFederation();
    const email = `ada@${setup.domain}`;
    const { browser, sent } = await leave(email, setup.tenantId);
    expect(sent.url.origin).toBe(issuer.url);
    const asked = Object.fromEntries(sent.url.searchParams);
    expect(asked).toMatchObject({
      client_id: 'portolan',
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: `${bench().url}/identity/federation/callback`,
      code_challenge_method: 'S256',
      login_hint: email,
    });
    issuer.behaviour.claims = {
      sub: 's-1',
      email,
      given_name: 'Ada',
      family_name: 'Lovelace',
      name: 'Ada L.',
      locale: 'en-GB',
    };
    expectCode(await browser.get(issuer.answer(sent.url.href).href));
    const password = await browser.get('/identity/password');
    expect(headingOf(password)).toBe('No password here');
    expect(password.body).toContain('<a class="button" href="/">');
    expect(issuer.seen.authorization).toBe(`Basic ${Buffer.from('portolan:a%20secret').toString('base64')}`);
    expect(issuer.seen.form?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
    const user = await userOf(email, setup.tenantId);
    expect(user).toMatchObject({
      managedAccount: true,
      activated: true,
      emailVerified: true,
      firstName: 'Ada',
      displayName: 'Ada L.',
    });
    expect(user?.lastSignInAt).toBeInstanceOf(Date);
    expect(await bench().auditOf(user?.id ?? '')).toEqual(
      expect.arrayContaining(['user.federated', 'user.federated-sign-in']),
    );
  });

  test('is known again by subject, whatever the address and name have become', async () => {
    const setup = await makeFederation();
    const email = `ada@${setup.domain}`;
    expectCode(await signIn(setup, { sub: 's-2', email, given_name: 'Ada' }));
    const before = await userOf(email, setup.tenantId);
    expectCode(await signIn(setup, { sub: 's-2', email: `countess@${setup.domain}`, given_name: 'Augusta' }));
    const after = await findUser(bench().database, { userId: before?.id ?? '', scope: 'everyTenant' });
    expect(after).toMatchObject({ email, firstName: 'Augusta' });
    expect(await userOf(`countess@${setup.domain}`, setup.tenantId)).toBeUndefined();
  });

  test('takes over the account of the same address, whose password opens nothing any more', async () => {
    const setup = await makeFederation();
    const user = await bench().makeUser(`ada@${setup.domain}`, setup.tenantId);
    const own = { tenantId: setup.tenantId };
    const old = await bench().startSignIn(await bench().makeApplication(own));
    expectCode(await old.send({ email: user.email, password: goodPassword }));
    expectCode(await signIn(setup, { email: user.email.toUpperCase(), email_verified: true }));
    const later = await bench().startSignIn(await bench().makeApplication(own), {}, old.browser);
    expect(headingOf(later.page)).toBe('Sign in');
    expect(await findUser(bench().database, { userId: user.id, scope: 'everyTenant' })).toMatchObject({
      managedAccount: true,
    });
    const { send } = await bench().startSignIn(await bench().makeApplication());
    expect((await send({ email: user.email, password: goodPassword })).status).toBe(401);
  });

  test('brings the second factor of the organisation along, or is asked for one here', async () => {
    const setup = await makeFederation();
    await sql`UPDATE tenants SET second_factor_required = true WHERE id = ${setup.tenantId}`.execute(bench().database);
    expectCode(await signIn(setup, { email: `a@${setup.domain}`, amr: ['pwd', 'mfa'] }));
    expect(headingOf(await signIn(setup, { email: `b@${setup.domain}` }))).toBe('Set up your authenticator app');
  });

  test('whose address stands at userinfo only', async () => {
    const setup = await makeFederation();
    issuer.behaviour.userinfo = { sub: 's-3', email: `ada@${setup.domain}` };
    expectCode(await signIn(setup, { sub: 's-3' }));
    issuer.behaviour.userinfo = { sub: 'somebody else', email: `eve@${setup.domain}` };
    expect((await signIn(setup, { sub: 's-4' })).status).toBe(502);
  });

  test('by claims of other names, at an issuer that takes the secret in the form', async () => {
    issuer.behaviour.document = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    const own = await openTestIssuer();
    own.behaviour.document = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    const setup = await makeFederation({ issuer: own.url, claimMapping: { email: 'upn' } });
    own.behaviour.claims = { sub: 's', upn: `ada@${setup.domain}`, email: 'other@example.org' };
    const { browser, sent } = await leave(`ada@${setup.domain}`, setup.tenantId);
    expectCode(await browser.get(own.answer(sent.url.href).href));
    expect(own.seen.form?.get('client_secret')).toBe('a secret');
    expect(own.seen.authorization).toBeUndefined();
    expect(await userOf(`ada@${setup.domain}`, setup.tenantId)).toBeDefined();
    await own.close();
  });
});

describe('who is not let in', () => {
  test.each([
    ['without an address', {}, 'did not tell your e-mail address'],
    ['with an address that is not verified', { email_verified: false }, 'has not verified'],
  ])('%s', async (_, claims, message) => {
    const setup = await makeFederation();
    const email = 'email_verified' in claims ? { email: `x@${setup.domain}` } : {};
    issuer.behaviour.userinfo = { sub: 's-5' };
    const page = await signIn(setup, { sub: 's-5', ...email, ...claims });
    expect(page.status).toBe(403);
    expect(page.body).toContain(message);
  });

  test('an address of a foreign domain that nobody verified', async () => {
    const setup = await makeFederation();
    expect((await signIn(setup, { email: 'ceo@elsewhere.example.org' })).status).toBe(403);
    expectCode(await signIn(setup, { email: 'ceo@elsewhere.example.org', email_verified: true }));
  });

  test('somebody new, where accounts are not made by themselves', async () => {
    const setup = await makeFederation({ createUsers: false });
    expect((await signIn(setup, { email: `new@${setup.domain}` })).body).toContain('no account here yet');
    const user = await bench().makeUser(`old@${setup.domain}`, setup.tenantId);
    expectCode(await signIn(setup, { email: user.email }));
  });

  test('a second subject with the address of the first', async () => {
    const setup = await makeFederation();
    const email = `ada@${setup.domain}`;
    expectCode(await signIn(setup, { sub: 'first', email }));
    const page = await signIn(setup, { sub: 'second', email });
    expect(page.status).toBe(403);
    expect(page.body).toContain('belongs to somebody else');
  });

  test('a deactivated user', async () => {
    const setup = await makeFederation();
    const email = `ada@${setup.domain}`;
    expectCode(await signIn(setup, { sub: 'off', email }));
    await sql`UPDATE users SET deactivated_at = now() WHERE email = ${email}`.execute(bench().database);
    expect((await signIn(setup, { sub: 'off', email })).body).toContain('deactivated');
  });

  test('nobody of another tenant: an issuer speaks for its own tenant only', async () => {
    const victim = await bench().makeUser(`ceo-${randomUUID()}@example.com`);
    const setup = await makeFederation();
    expectCode(await signIn(setup, { email: victim.email, email_verified: true }));
    expect(await findUser(bench().database, { userId: victim.id, scope: 'everyTenant' })).toMatchObject({
      managedAccount: false,
    });
    expect((await userOf(victim.email, setup.tenantId))?.id).not.toBe(victim.id);
  });
});

describe('answers that are not what they seem', () => {
  const now = () => Math.floor(Date.now() / 1000);

  test.each<[string, (good: string) => string | Promise<string>]>([
    ['unsigned', (good) => new UnsecuredJWT(decodeJwt(good)).encode()],
    ['signed by somebody else', async (good) => await issuer.signWithOtherKey(decodeJwt(good))],
    ['changed', (good) => good.replace(/\.([\w-]{8})/, '.AAAAAAAA')],
    ['nothing', () => 'nothing'],
  ])('an id token that is %s', async (_, idToken) => {
    const setup = await makeFederation();
    issuer.behaviour.idToken = idToken;
    const page = await signIn(setup, { email: `x@${setup.domain}` });
    expect(page.status).toBe(502);
    expect(await userOf(`x@${setup.domain}`, setup.tenantId)).toBeUndefined();
  });

  test.each([
    ['of another issuer', { iss: 'https://evil.example.net' }],
    ['for another client', { aud: 'another' }],
    ['for several clients, issued to another', { aud: ['portolan', 'another'], azp: 'another' }],
    ['that is over', { exp: now() - 3600, iat: now() - 7200 }],
    ['of another sign-in', { nonce: 'another' }],
    ['without a subject', { sub: undefined }],
    ['without a nonce', { nonce: undefined }],
  ])('an id token %s', async (_, claims) => {
    const setup = await makeFederation();
    const page = await signIn(setup, { email: `x@${setup.domain}`, ...claims });
    expect(page.status).toBe(502);
    expect(await userOf(`x@${setup.domain}`, setup.tenantId)).toBeUndefined();
  });

  test('an answer is taken once, in the browser that asked, with the state that it was given', async () => {
    const setup = await makeFederation();
    issuer.behaviour.claims = { sub: randomUUID(), email: `x@${setup.domain}` };
    const { browser, sent } = await leave(`x@${setup.domain}`, setup.tenantId);
    const answer = issuer.answer(sent.url.href);
    expect(headingOf(await bench().browser().get(answer.href))).toBe('This sign-in has ended');
    const forged = issuer.answer(sent.url.href, { state: 'x'.repeat(43) });
    expect(headingOf(await browser.get(forged.href))).toBe('This sign-in has ended');
    expectCode(await browser.get(answer.href));
    expect(headingOf(await browser.get(answer.href))).toBe('This sign-in has ended');
  });

  test('an answer in the name of another issuer (RFC 9207)', async () => {
    const setup = await makeFederation();
    const page = await signIn(setup, { email: `x@${setup.domain}` }, { iss: 'https://evil.example.net' });
    expect(page.status).toBe(403);
    expectCode(await signIn(setup, { email: `y@${setup.domain}` }, { iss: issuer.url }));
  });

  test('a refusal leads back to the sign-in', async () => {
    const setup = await makeFederation();
    const page = await signIn(setup, {}, { code: undefined, error: 'access_denied' });
    expect(page.status).toBe(400);
    expect(page.body).toMatch(/href="\/identity\/interaction\/[\w-]+"/);
  });

  test.each([
    ['speaks for another issuer', { issuer: 'https://evil.example.net' }],
    ['has an address that is none', { authorization_endpoint: 'javascript:alert(1)' }],
    ['has no token endpoint', { token_endpoint: undefined }],
    ['is endless', { filler: 'x'.repeat(600_000) }],
  ])('a document that %s', async (_, document) => {
    const own = await openTestIssuer();
    own.behaviour.document = document;
    const setup = await makeFederation({ issuer: own.url });
    const { sent } = await leave(`x@${setup.domain}`, setup.tenantId);
    expect(sent.status).toBe(502);
    expect(sent.url.origin).toBe(bench().url);
    await own.close();
  });

  test('an issuer that is gone', async () => {
    const own = await openTestIssuer();
    const setup = await makeFederation({ issuer: own.url });
    await own.close();
    const { sent } = await leave(`x@${setup.domain}`, setup.tenantId);
    expect(sent.status).toBe(502);
    // The other ways to sign in stay open.
    expect(headingOf(sent)).toBe('Sign in');
    expect(alertOf(sent)).toContain('did not answer as it should');
  });
});

describe('finding the organisation', () => {
  test('an address of no organisation is told so; whether it has an account plays no part', async () => {
    await makeFederation();
    const { sent } = await leave('x@nowhere.example.org', await bench().makeTenant());
    expect(sent.status).toBe(400);
    expect(alertOf(sent)).toContain('No organisation');
  });

  test('several are chosen from, and only from those', async () => {
    const domain = `${randomUUID()}.example.com`;
    const [one, other] = [
      await makeFederation({ domains: [domain], name: 'One' }),
      await makeFederation({ domains: [domain], name: 'Other' }),
    ];
    const stranger = await makeFederation();
    const application = await bench().makeApplication();
    const { send } = await bench().startSignIn(application);
    const page = await send({ action: 'federation', email: `x@${domain}` });
    expect(headingOf(page)).toBe('Choose your organisation');
    expect(page.body).toContain(one.federation.id);
    const form = { action: 'federation', email: `x@${domain}` };
    expect(headingOf(await send({ ...form, federation: stranger.federation.id }))).toBe('Choose your organisation');
    expect((await send({ ...form, federation: other.federation.id })).url.origin).toBe(issuer.url);
  });

  test('one that is switched off is not there', async () => {
    const { federation, domain, tenantId } = await makeFederation();
    const change = async (enabled: boolean) =>
      await inTransaction(bench().database, (transaction) =>
        changeFederation({ transaction, box: bench().box }, system, { tenantId, federationId: federation.id, enabled }),
      );
    expect(await change(false)).toMatchObject({ enabled: false, hasClientSecret: true, revision: 2 });
    expect((await leave(`x@${domain}`, tenantId)).sent.status).toBe(400);
    await change(true);
    expect((await leave(`x@${domain}`, tenantId)).sent.url.origin).toBe(issuer.url);
  });
});

describe('keeping federations', () => {
  test('the secret cannot be read in the database, twice is refused, other tenants see nothing', async () => {
    const { federation, tenantId } = await makeFederation({ clientSecret: 'harbour-secret-7' });
    const rows = await bench()
      .database.selectFrom('tenantFederations')
      .selectAll()
      .where('id', '=', federation.id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain('harbour-secret-7');
    await expect(makeFederation({}, tenantId)).rejects.toMatchObject({ kind: 'conflict', code: 'federation.known' });
    const stranger = await bench().makeTenant();
    expect(await listFederations(bench().database, { tenantId: stranger })).toEqual([]);
    const remove = async (tenant: string) =>
      await inTransaction(bench().database, (transaction) =>
        deleteFederation(transaction, system, { tenantId: tenant, federationId: federation.id }),
      );
    await expect(remove(stranger)).rejects.toMatchObject({ kind: 'notFound' });
    await remove(tenantId);
    expect(await listFederations(bench().database, { tenantId })).toEqual([]);
    expect(await bench().auditOf(federation.id)).toEqual(['federation.created', 'federation.deleted']);
  });
});

describe('another Portolan', () => {
  let other: { bench: PagesBench; close: () => Promise<void> };
  beforeAll(async () => {
    other = await openPagesBench();
  });
  afterAll(async () => await other.close());

  test('signs its people in here', async () => {
    const clientId = await other.bench.makeApplication({
      clientType: 'Confidential',
      redirectUrl: `${bench().url}/identity/federation/callback`,
    });
    const secret = 'the secret between the two';
    await sql`INSERT INTO application_secrets (application_id, version, secret_hash, sealed_secret, secret_start)
      VALUES (${clientId}, 1, ${hashToken(secret)}, 'x', 'x')`.execute(other.bench.database);
    const domain = `${randomUUID()}.example.com`;
    const person = await other.bench.makeUser(`grace@${domain}`);
    const setup = await makeFederation({
      issuer: `${other.bench.url}/identity`,
      clientId,
      clientSecret: secret,
      domains: [domain],
    });
    const { browser, sent } = await leave(person.email, setup.tenantId);
    const there = other.bench.browser();
    const page = await there.get(sent.url.href);
    expect(headingOf(page)).toBe('Sign in');
    expect(page.body).toContain(`value="${person.email}"`);
    const answer = await there.post(page.url.pathname, { email: person.email, password: goodPassword });
    expect(answer.url.pathname).toBe('/identity/federation/callback');
    expectCode(await browser.get(answer.url.href));
    expect(await userOf(person.email, setup.tenantId)).toMatchObject({ managedAccount: true, lastName: 'Lovelace' });
  });
});
