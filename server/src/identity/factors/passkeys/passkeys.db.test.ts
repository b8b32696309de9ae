import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { deactivateUser, type User } from '../../../accounts/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { readFactors } from '../read-factors.ts';
import { useFactorsBench } from '../test/open-factors-bench.ts';
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from '../test/software-authenticator.ts';
import { offerPasskeyRegistration } from './offer-passkey-registration.ts';
import { offerPasskeySignIn } from './offer-passkey-sign-in.ts';
import { passkeyChallenge } from './passkey-challenge.ts';
import { mostPasskeys, registerPasskey } from './register-passkey.ts';
import { needRelyingParty } from './relying-party.ts';
import { removePasskey } from './remove-passkey.ts';
import { verifyPasskey } from './verify-passkey.ts';

const bench = useFactorsBench();
const origin = 'https://portolan.example.com';
const party = needRelyingParty(origin);
const deps = () => ({ ...bench(), party });
const newChallenge = () => randomBytes(32).toString('base64url');
const at = { origin, rpId: party.id };

const register = async (user: User, key: SoftwareAuthenticator, changes: Record<string, unknown> = {}) => {
  const challenge = newChallenge();
  const answer = key.create({ ...at, challenge, ...changes });
  return await registerPasskey(deps(), bench().acting, { user, answer, challenge, name: 'Laptop' });
};

const use = async (
  key: SoftwareAuthenticator,
  changes: { readonly userId?: string; readonly expected?: string; readonly request?: Record<string, unknown> } = {},
) => {
  const challenge = newChallenge();
  return await verifyPasskey(deps(), bench().acting, {
    answer: key.get({ ...at, challenge, ...changes.request }),
    challenge: changes.expected ?? challenge,
    address: '192.0.2.1',
    userId: changes.userId,
  });
};

const refusal = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? `${error.kind} ${error.code}` : 'not refused';
};

const makeHolder = async () => {
  const [user, key] = [await bench().makeUser(), createSoftwareAuthenticator()];
  await register(user, key);
  return { user, key };
};

test('what the browser is asked for: this user, this host, its owner verified, no key twice', async () => {
  const { user, key } = await makeHolder();
  const challenge = newChallenge();
  const options = await offerPasskeyRegistration(deps(), { user, challenge });
  expect(options).toMatchObject({
    challenge,
    rp: { id: party.id },
    user: { name: user.email },
    authenticatorSelection: { userVerification: 'required' },
    attestation: 'none',
  });
  expect(options.excludeCredentials?.map(({ id }) => id)).toEqual([key.credentialId]);
  const { passkeys } = await readFactors(bench().database, { userId: user.id });
  const request = await offerPasskeySignIn(party, { challenge, passkeys });
  expect(request).toMatchObject({ challenge, rpId: party.id, userVerification: 'required' });
  expect(request.allowCredentials).toMatchObject([{ id: key.credentialId, transports: ['usb', 'nfc'] }]);
});

test('a registered passkey signs in, with and without knowing who comes', async () => {
  const { user, key } = await makeHolder();
  expect(await use(key)).toMatchObject({ user: { id: user.id }, kind: 'hardware' });
  expect(await use(key, { userId: user.id })).toMatchObject({ user: { id: user.id } });
  const { passkeys } = await readFactors(bench().database, { userId: user.id });
  expect(passkeys).toMatchObject([{ name: 'Laptop', transports: ['usb', 'nfc'], lastUsedAt: expect.any(Date) }]);
  expect((await bench().auditOf(user.id)).slice(-2)).toEqual(['user.passkey-accepted', 'user.passkey-accepted']);
});

test('the first factor gives recovery codes, the second does not', async () => {
  const user = await bench().makeUser();
  expect(await register(user, createSoftwareAuthenticator())).toHaveLength(10);
  expect(await register(user, createSoftwareAuthenticator())).toEqual([]);
});

test.each([
  ['for another challenge', { expected: newChallenge() }],
  ['made on another site', { request: { origin: 'https://evil.example.com' } }],
  ['for another host', { request: { rpId: 'evil.example.com' } }],
  ['without its owner verified', { request: { verified: false } }],
  ['of somebody else', { userId: '00000000-0000-4000-8000-000000000000' }],
])('an answer %s opens nothing', async (_, changes) => {
  const { key } = await makeHolder();
  expect(await refusal(use(key, changes))).toBe('unauthenticated passkey.wrong');
});

test.each([
  ['made on another site', { origin: 'https://evil.example.com' }],
  ['for another host', { rpId: 'evil.example.com' }],
  ['without its owner verified', { verified: false }],
])('a passkey %s is not kept', async (_, changes) => {
  const user = await bench().makeUser();
  expect(await refusal(register(user, createSoftwareAuthenticator(), changes))).toBe('invalid passkey.refused');
  expect((await readFactors(bench().database, { userId: user.id })).passkeys).toEqual([]);
});

test('an unknown key, and one that signs with another key than it registered', async () => {
  const { key } = await makeHolder();
  const stranger = createSoftwareAuthenticator();
  expect(await refusal(use(stranger))).toBe('unauthenticated passkey.wrong');
  const posing: SoftwareAuthenticator = {
    ...stranger,
    get: (request) => stranger.get(request).replaceAll(stranger.credentialId, key.credentialId),
  };
  expect(await refusal(use(posing))).toBe('unauthenticated passkey.wrong');
});

test.each(['', 'null', '{}', '[]', 'not json', '{"id":"a","rawId":"a","type":"public-key","response":{}}'])(
  'no passkey at all: %s',
  async (answer) => {
    const input = { answer, challenge: newChallenge(), address: '192.0.2.1' };
    expect(await refusal(verifyPasskey(deps(), bench().acting, input))).toBe('invalid passkey.unreadable');
    const user = await bench().makeUser();
    const registration = registerPasskey(deps(), bench().acting, { ...input, user, name: 'x' });
    expect(await refusal(registration)).toBe('invalid passkey.unreadable');
  },
);

test('a counter that does not rise tells of a copy', async () => {
  const { key } = await makeHolder();
  await use(key, { request: { signCount: 5 } });
  expect(await refusal(use(key, { request: { signCount: 5 } }))).toBe('unauthenticated passkey.wrong');
  expect(await refusal(use(key, { request: { signCount: 0 } }))).toBe('unauthenticated passkey.wrong');
  await use(key, { request: { signCount: 6 } });
});

test('two answers with the same count at the same moment: one opens', async () => {
  const { key } = await makeHolder();
  const outcomes = await Promise.allSettled(
    [7, 7, 7].map(async (signCount) => await use(key, { request: { signCount } })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a passkey belongs to one account only', async () => {
  const { key } = await makeHolder();
  expect(await refusal(register(await bench().makeUser(), key))).toBe('conflict passkey.known');
});

test('there is an end to passkeys', async () => {
  const user = await bench().makeUser();
  for (let count = 0; count < mostPasskeys; count += 1) await register(user, createSoftwareAuthenticator());
  expect(await refusal(register(user, createSoftwareAuthenticator()))).toBe('conflict passkey.too-many');
});

test("a deactivated user's passkey opens nothing", async () => {
  const { user, key } = await makeHolder();
  await bench().write((t) => deactivateUser(t, bench().acting, { userId: user.id, scope: 'everyTenant' }));
  expect(await refusal(use(key))).toBe('unauthenticated passkey.wrong');
});

test("removed, it opens nothing; nobody removes another one's", async () => {
  const { user, key } = await makeHolder();
  const other = await bench().makeUser();
  const [passkey] = (await readFactors(bench().database, { userId: user.id })).passkeys;
  const remove = async (owner: User) =>
    await bench().write((transaction) =>
      removePasskey(transaction, bench().acting, { user: owner, passkeyId: passkey?.id ?? '' }),
    );
  expect(await refusal(remove(other))).toBe('notFound passkey.not-found');
  await remove(user);
  expect(await refusal(use(key))).toBe('unauthenticated passkey.wrong');
  expect((await readFactors(bench().database, { userId: user.id })).recoveryCodesLeft).toBe(0);
});

test('a challenge belongs to one occasion and purpose', () => {
  const { ring } = bench();
  const challenges = [
    passkeyChallenge(ring, 'signIn', ['a']),
    passkeyChallenge(ring, 'secondFactor', ['a']),
    passkeyChallenge(ring, 'signIn', ['b']),
    passkeyChallenge(ring, 'signIn', ['a', 'b']),
  ];
  expect(new Set(challenges).size).toBe(4);
  expect(passkeyChallenge(ring, 'signIn', ['a'])).toBe(challenges[0]);
});
