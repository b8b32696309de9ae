import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { publishTerms } from '../terms/publish-terms.ts';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import { deactivateUser } from '../users/deactivate-user.ts';
import { activateUser } from './activate-user.ts';
import { findPendingActivation } from './find-pending-activation.ts';
import { inviteUser } from './invite-user.ts';
import { verifyPassword } from './verify-password.ts';

const bench = useAccountsBench();
const scope = 'everyTenant';
const password = 'a sentence that only I know';
const agreed = { password, acceptPlatformTerms: true, acceptServiceTerms: true };
const invalid = { kind: 'unauthenticated', code: 'link.invalid' };

const invite = async (userId: string) => {
  const { write, acting } = bench();
  return await write((t) =>
    inviteUser(t, acting, { userId, scope, context: { returnUrl: 'https://app.example.com' } }),
  );
};

test('the owner of the mailbox takes the account', async () => {
  const { database, acting, makeUser, auditOf } = bench();
  const user = await makeUser({ firstName: 'Kari' });
  const { token } = await invite(user.id);
  const pending = await findPendingActivation(database, { token, email: user.email.toUpperCase() });
  expect(pending).toMatchObject({ user: { id: user.id }, context: { returnUrl: 'https://app.example.com' } });
  const profile = { lastName: 'Nordmann', countryCode: 'NO' };
  const activated = await activateUser(bench(), acting, { ...agreed, token, passwordRepeat: password, profile });
  expect(activated).toMatchObject({
    id: user.id,
    activated: true,
    emailVerified: true,
    displayName: 'Nordmann, Kari',
    countryCode: 'NO',
  });
  expect(await verifyPassword(bench(), { userId: user.id, password })).toBe(true);
  expect(await auditOf(user.id)).toEqual([
    'user.registered',
    'user.invited',
    'user.password-set',
    'user.activated',
    'user.profile-changed',
  ]);
  await expect(activateUser(bench(), acting, { ...agreed, token })).rejects.toMatchObject(invalid);
  await expect(invite(user.id)).rejects.toMatchObject({ kind: 'conflict', code: 'user.already-activated' });
});

test('of several tries with one token at once one wins', async () => {
  const { acting, makeUser, auditOf } = bench();
  const user = await makeUser();
  const { token } = await invite(user.id);
  const tries = await Promise.allSettled([1, 2, 3, 4].map(() => activateUser(bench(), acting, { ...agreed, token })));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await auditOf(user.id)).filter((action) => action === 'user.activated')).toHaveLength(1);
});

test('an invitation lives for thirty days and replaces the one before', async () => {
  const { database, acting, makeUser } = bench();
  const user = await makeUser();
  const first = await invite(user.id);
  const second = await invite(user.id);
  expect(Math.round((second.expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(30);
  await expect(activateUser(bench(), acting, { ...agreed, token: first.token })).rejects.toMatchObject(invalid);
  await sql`UPDATE action_tokens SET expires_at = now() WHERE user_id = ${user.id}`.execute(database);
  await expect(activateUser(bench(), acting, { ...agreed, token: second.token })).rejects.toMatchObject(invalid);
});

test.each([
  ['password.too-short', { password: 'short' }],
  ['password.common', { password: 'Password2026!' }],
  ['password.repeat-differs', { passwordRepeat: 'something else here' }],
  ['user.invalid', { profile: { countryCode: 'Norway' } }],
  ['link.invalid', { email: 'somebody@else.example' }],
  ['link.invalid', { userId: '4f3c1f0e-0000-4000-8000-000000000000' }],
])('%s refuses, and the link still works afterwards', async (code, wrong) => {
  const { acting, makeUser } = bench();
  const { id } = await makeUser();
  const { token } = await invite(id);
  await expect(activateUser(bench(), acting, { ...agreed, token, ...wrong })).rejects.toMatchObject({ code });
  await expect(activateUser(bench(), acting, { ...agreed, token })).resolves.toMatchObject({ id, activated: true });
});

test('neither a deactivated user nor one of another tenant is invited, and a link dies with the user', async () => {
  const { write, acting, makeUser, makeTenant } = bench();
  const user = await makeUser();
  const { token } = await invite(user.id);
  const foreign = { userId: user.id, scope: { tenantId: await makeTenant() } };
  await expect(write((t) => inviteUser(t, acting, foreign))).rejects.toMatchObject({ code: 'user.not-found' });
  await write((t) => deactivateUser(t, acting, { userId: user.id, scope }));
  await expect(invite(user.id)).rejects.toMatchObject({ code: 'user.deactivated' });
  await expect(activateUser(bench(), acting, { ...agreed, token })).rejects.toMatchObject(invalid);
});

test('the terms of the platform must be accepted where there are any', async () => {
  const { write, acting, makeUser, auditOf } = bench();
  await write((t) => publishTerms(t, acting, { title: 'Terms', content: 'Be kind.' }));
  const { id } = await makeUser();
  const { token } = await invite(id);
  const refused = activateUser(bench(), acting, { ...agreed, token, acceptPlatformTerms: false });
  await expect(refused).rejects.toMatchObject({
    code: 'terms.not-accepted',
    details: [{ path: '/acceptPlatformTerms' }],
  });
  await activateUser(bench(), acting, { ...agreed, token });
  expect(await auditOf(id)).toContain('terms.accepted');
});
