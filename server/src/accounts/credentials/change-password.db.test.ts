import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import { findUser } from '../users/find-user.ts';
import { changePassword } from './change-password.ts';
import { preparePassword } from './prepare-password.ts';
import { readPasswordState } from './read-password-state.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { setPassword } from './set-password.ts';
import { verifyPassword } from './verify-password.ts';

const bench = useAccountsBench();
const scope = 'everyTenant';
const old = 'the first long sentence';
const next = 'the second long sentence';

const makeUserWithPassword = async () => {
  const { write, acting, makeActiveUser } = bench();
  const user = await makeActiveUser();
  const password = await preparePassword(bench(), { password: old, owner: user });
  await write((t) => setPassword(t, acting, { userId: user.id, scope, password }));
  return user;
};

const requestReset = async (email: string) => {
  const { write, acting } = bench();
  return await write((t) => requestPasswordReset(t, acting, { email, scope }));
};

test('whoever knows the old password sets a new one, and all sessions end', async () => {
  const { database, acting, expectPublished } = bench();
  const user = await makeUserWithPassword();
  const before = await findUser(database, { userId: user.id, scope });
  const input = { userId: user.id, oldPassword: old, newPassword: next, newPasswordRepeat: next, address: '192.0.2.1' };
  await expectPublished(user.id, () => changePassword(bench(), acting, input));
  expect(await verifyPassword(bench(), { userId: user.id, password: next })).toBe(true);
  expect(await verifyPassword(bench(), { userId: user.id, password: old })).toBe(false);
  const after = await findUser(database, { userId: user.id, scope });
  expect(after.credentialsVersion).toBe(before.credentialsVersion + 1);
});

test.each([
  ['password.repeat-differs', { newPasswordRepeat: 'something else here' }, '/newPasswordRepeat'],
  ['password.wrong', { oldPassword: 'not the old one' }, '/oldPassword'],
  ['password.unchanged', { newPassword: old, newPasswordRepeat: old }, '/newPassword'],
  ['password.too-short', { newPassword: 'short', newPasswordRepeat: 'short' }, '/newPassword'],
])('%s', async (code, wrong, path) => {
  const { acting } = bench();
  const user = await makeUserWithPassword();
  const right = { userId: user.id, oldPassword: old, newPassword: next, newPasswordRepeat: next, address: '192.0.2.2' };
  await expect(changePassword(bench(), acting, { ...right, ...wrong })).rejects.toMatchObject({
    kind: 'invalid',
    code,
    details: [{ path }],
  });
  expect(await verifyPassword(bench(), { userId: user.id, password: old })).toBe(true);
});

test('of changes at the same time one wins', async () => {
  const { acting } = bench();
  const user = await makeUserWithPassword();
  const words = ['one', 'two', 'three', 'four'].map((word) => `another long sentence number ${word}`);
  const outcomes = await Promise.allSettled(
    words.map((word) =>
      changePassword(bench(), acting, {
        userId: user.id,
        oldPassword: old,
        newPassword: word,
        newPasswordRepeat: word,
        address: '192.0.2.9',
      }),
    ),
  );
  const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  expect(await verifyPassword(bench(), { userId: user.id, password: words[winner] ?? '' })).toBe(true);
});

test('a stolen session cannot guess the old password for long', async () => {
  const { acting } = bench();
  const user = await makeUserWithPassword();
  const guess = () =>
    changePassword(bench(), acting, {
      userId: user.id,
      oldPassword: 'a guess at random',
      newPassword: next,
      newPasswordRepeat: next,
      address: '192.0.2.3',
    });
  for (let tries = 0; tries < 10; tries += 1) await expect(guess()).rejects.toMatchObject({ code: 'password.wrong' });
  await expect(guess()).rejects.toMatchObject({ kind: 'tooManyRequests' });
});

test('a reset link sets a password once', async () => {
  const { acting, auditOf } = bench();
  const user = await makeUserWithPassword();
  const [reset] = await requestReset(user.email.toUpperCase());
  const token = reset?.token ?? '';
  expect(reset?.user.id).toBe(user.id);
  await expect(resetPassword(bench(), acting, { token, password: 'short' })).rejects.toMatchObject({ kind: 'invalid' });
  const tries = await Promise.allSettled(
    [1, 2, 3].map(() => resetPassword(bench(), acting, { token, password: next })),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await verifyPassword(bench(), { userId: user.id, password: next })).toBe(true);
  await expect(resetPassword(bench(), acting, { token, password: old })).rejects.toMatchObject({
    code: 'link.invalid',
  });
  expect((await auditOf(user.id)).slice(-2)).toEqual(['user.password-reset-requested', 'user.password-set']);
});

test('a newer link, a new password and half an hour each make a link useless', async () => {
  const { database, acting, write } = bench();
  const user = await makeUserWithPassword();
  const refused = (token = '') =>
    expect(resetPassword(bench(), acting, { token, password: next })).rejects.toMatchObject({
      kind: 'unauthenticated',
      code: 'link.invalid',
    });
  const [first] = await requestReset(user.email);
  const [second] = await requestReset(user.email);
  await refused(first?.token);
  const password = await preparePassword(bench(), { password: 'yet another sentence', owner: user });
  await write((t) => setPassword(t, acting, { userId: user.id, scope, password }));
  await refused(second?.token);
  const [third] = await requestReset(user.email);
  const minutes = ((third?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(29);
  expect(minutes).toBeLessThan(31);
  await sql`UPDATE action_tokens SET expires_at = now() WHERE user_id = ${user.id}`.execute(database);
  await refused(third?.token);
  await refused('ptl_pwr_not-a-token');
  await refused('');
});

test('no link for unknown e-mails or people who wait for their activation', async () => {
  const { makeUser } = bench();
  const waiting = await makeUser();
  expect(await requestReset(waiting.email)).toEqual([]);
  expect(await requestReset('nobody@nowhere.example')).toEqual([]);
});

test('the database keeps neither password nor link', async () => {
  const { database } = bench();
  const user = await makeUserWithPassword();
  const [reset] = await requestReset(user.email);
  const { rows } = await sql<{ text: string }>`
    SELECT (SELECT json_agg(p) FROM password_credentials p)::text || (SELECT json_agg(a) FROM action_tokens a)::text
           || (SELECT json_agg(l) FROM audit_log l)::text AS text`.execute(database);
  expect(rows[0]?.text).toContain('$argon2id$');
  expect(rows[0]?.text).not.toContain(old);
  expect(rows[0]?.text).not.toContain(reset?.token ?? 'no token');
});

test('the state of a password, by the clock of the database', async () => {
  const { database, makeUser } = bench();
  const user = await makeUserWithPassword();
  const state = await readPasswordState(database, { userId: user.id });
  expect(state?.mustChange).toBe(false);
  expect((state?.now.getTime() ?? 0) - (state?.changedAt.getTime() ?? 0)).toBeGreaterThanOrEqual(0);
  const without = await makeUser();
  expect(await readPasswordState(database, { userId: without.id })).toBeUndefined();
});
