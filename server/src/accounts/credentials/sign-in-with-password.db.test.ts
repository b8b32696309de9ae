import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { AppError } from '../../platform/errors/app-error.ts';
import { createPasswordHasher, loadArgon2id } from '../../platform/secrets/index.ts';
import { changeTenant } from '../tenants/change-tenant.ts';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import { deactivateUser } from '../users/deactivate-user.ts';
import type { User } from '../users/user.ts';
import { selectPassword } from './password-store.ts';
import { preparePassword } from './prepare-password.ts';
import { setPassword } from './set-password.ts';
import { signInWithPassword } from './sign-in-with-password.ts';

const bench = useAccountsBench();
const scope = 'everyTenant';
const good = 'a sentence that only I know';

const address = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 255)).join('.')}`;

const givePassword = async (user: User, password = good) => {
  const { write, acting } = bench();
  const prepared = await preparePassword(bench(), { password, owner: user });
  await write((t) => setPassword(t, acting, { userId: user.id, scope, password: prepared }));
};

const signIn = async (email: string, password: string, from = address()) =>
  await signInWithPassword(bench(), bench().acting, { email, password, scope, address: from });

const refusal = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error('It was not refused.');
  return { kind: error.kind, code: error.code, message: error.message };
};

test('the right password opens the account, whatever the spelling of the e-mail', async () => {
  const { makeActiveUser, database, auditOf } = bench();
  const user = await makeActiveUser();
  await givePassword(user);
  const [account, ...others] = await signIn(` ${user.email.toUpperCase()} `, good);
  expect(others).toEqual([]);
  expect(account).toMatchObject({ user: { id: user.id }, mustChangePassword: false });
  expect(await auditOf(user.id)).toEqual(['user.registered', 'user.password-set', 'user.password-accepted']);
  const row = await database.selectFrom('users').select('lastSignInAt').where('id', '=', user.id).executeTakeFirst();
  expect(row?.lastSignInAt).toBeInstanceOf(Date);
});

test('unknown, wrong, without password, not activated, deactivated, deactivated tenant: one answer', async () => {
  const { write, acting, makeActiveUser, makeUser, makeTenant } = bench();
  const [known, without, waiting, off] = [
    await makeActiveUser(),
    await makeActiveUser(),
    await makeUser(),
    await makeActiveUser(),
  ];
  const tenantId = await makeTenant();
  const closed = await makeActiveUser({}, tenantId);
  for (const user of [known, waiting, off, closed]) await givePassword(user);
  await write((t) => deactivateUser(t, acting, { userId: off.id, scope }));
  await write((t) => changeTenant(t, acting, { tenantId, deactivated: true }));
  const refusals = [
    await refusal(signIn(`${randomUUID()}@example.com`, good)),
    await refusal(signIn(known.email, `${good}!`)),
    await refusal(signIn(without.email, good)),
    await refusal(signIn(waiting.email, good)),
    await refusal(signIn(off.email, good)),
    await refusal(signIn(closed.email, good)),
  ];
  expect(refusals[0]).toMatchObject({ kind: 'unauthenticated', code: 'sign-in.refused' });
  expect(new Set(refusals.map((each) => JSON.stringify(each))).size).toBe(1);
});

test('known and unknown e-mails cost one hash and one audit row each', async () => {
  const { makeActiveUser, database, acting, passwords } = bench();
  const user = await makeActiveUser();
  await givePassword(user);
  const countRows = async () =>
    (await database.selectFrom('auditLog').select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()).n;
  for (const email of [user.email, `${randomUUID()}@example.com`]) {
    let hashes = 0;
    const counting = {
      ...passwords,
      verify: async (password: string, stored: string | undefined) => {
        hashes += 1;
        return await passwords.verify(password, stored);
      },
    };
    const before = await countRows();
    const input = { email, password: 'not the right one', scope, address: address() } as const;
    await refusal(signInWithPassword({ database, passwords: counting }, acting, input));
    expect([hashes, (await countRows()) - before]).toEqual([1, 1]);
  }
});

test('one e-mail in two tenants: the accounts that the password opens, or the one that was asked for', async () => {
  const { makeActiveUser, makeTenant } = bench();
  const email = `${randomUUID()}@example.com`;
  const [one, other] = [await makeTenant(), await makeTenant()];
  const [a, b] = [await makeActiveUser({ email }, one), await makeActiveUser({ email }, other)];
  await givePassword(a);
  await givePassword(b);
  const ids = (await signIn(email, good)).map(({ user }) => user.id);
  expect(new Set(ids)).toEqual(new Set([a.id, b.id]));
  await givePassword(b, 'quite another sentence');
  expect((await signIn(email, good)).map(({ user }) => user.id)).toEqual([a.id]);
  const input = { email, password: good, scope: { tenantId: other }, address: address() };
  expect(await refusal(signInWithPassword(bench(), bench().acting, input))).toMatchObject({ code: 'sign-in.refused' });
});

test('ten wrong tries make even the right password wait, and no parallel try slips through', async () => {
  const { makeActiveUser, database } = bench();
  const user = await makeActiveUser();
  await givePassword(user);
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(user.email, 'wrong password x')));
  const kinds = tries.map((each) => (each.status === 'rejected' ? (each.reason as AppError).kind : 'accepted'));
  expect(kinds.filter((kind) => kind === 'unauthenticated')).toHaveLength(10);
  expect(kinds.filter((kind) => kind === 'tooManyRequests')).toHaveLength(10);
  const waiting = await signIn(user.email, good).catch((error: AppError) => error);
  expect(waiting).toMatchObject({ kind: 'tooManyRequests', code: 'sign-in.too-many-tries' });
  const seconds = Number((waiting as AppError).headers['retry-after']);
  expect(seconds).toBeGreaterThan(20);
  expect(seconds).toBeLessThanOrEqual(30);
  await sql`UPDATE sign_in_throttles SET blocked_until = now() WHERE kind = 'account'`.execute(database);
  await expect(signIn(user.email, good)).resolves.toHaveLength(1);
  // The success started the account anew.
  expect(await refusal(signIn(user.email, 'wrong password x'))).toMatchObject({ code: 'sign-in.refused' });
});

test('e-mails that do not exist wait in the same way', async () => {
  const email = `${randomUUID()}@example.com`;
  for (let tries = 0; tries < 10; tries += 1) await refusal(signIn(email, 'wrong password x'));
  expect(await refusal(signIn(email, 'wrong password x'))).toMatchObject({ kind: 'tooManyRequests' });
});

test('an address that guesses at many accounts must wait too, its neighbours need not', async () => {
  const from = '2001:db8:77:1::';
  for (let tries = 0; tries < 50; tries += 1)
    await refusal(signIn(`${tries}@guess.example`, 'wrong x', `${from}${tries}`));
  expect(await refusal(signIn('fresh@guess.example', 'wrong x', `${from}ffff`))).toMatchObject({
    kind: 'tooManyRequests',
  });
  expect(await refusal(signIn('fresh@guess.example', 'wrong x', '2001:db8:77:2::1'))).toMatchObject({
    kind: 'unauthenticated',
  });
});

test('a try that could not be looked at does not count', async () => {
  const { database, acting, passwords, makeActiveUser } = bench();
  const user = await makeActiveUser();
  await givePassword(user);
  const busy = {
    ...passwords,
    verify: async () => {
      throw new AppError('unavailable', 'work.too-much', 'Too many sign-ins at the moment.');
    },
  };
  const input = { email: user.email, password: good, scope, address: '192.0.2.200' } as const;
  for (let tries = 0; tries < 30; tries += 1) {
    expect(await refusal(signInWithPassword({ database, passwords: busy }, acting, input))).toMatchObject({
      kind: 'unavailable',
    });
  }
  await expect(signIn(user.email, good, '192.0.2.200')).resolves.toHaveLength(1);
});

test('a hash of lesser cost is renewed on the way, its age stays', async () => {
  const { database, acting, makeActiveUser } = bench();
  const user = await makeActiveUser();
  await givePassword(user);
  const before = await selectPassword(database, user.id);
  const cost = { memory: 128, passes: 1, parallelism: 1 };
  const passwords = createPasswordHasher({ argon2id: await loadArgon2id(), cost });
  const input = { email: user.email, password: good, scope, address: address() } as const;
  await signInWithPassword({ database, passwords }, acting, input);
  const after = await selectPassword(database, user.id);
  expect(after?.passwordHash).toContain('m=128');
  expect(after?.changedAt).toEqual(before?.changedAt);
  await expect(signInWithPassword({ database, passwords }, acting, input)).resolves.toHaveLength(1);
});
