import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import type { User } from '../users/user.ts';
import { activateUser } from './activate-user.ts';
import { confirmAddressChange } from './confirm-address-change.ts';
import { deleteExpiredCredentials } from './delete-expired-credentials.ts';
import { exchangeActivationCode } from './exchange-activation-code.ts';
import { issueOneTimeCode } from './issue-one-time-code.ts';
import { type AddressKind, requestAddressChange } from './request-address-change.ts';
import { useOneTimeCode } from './use-one-time-code.ts';

const bench = useAccountsBench();
const invalid = { kind: 'unauthenticated', code: 'code.invalid' };

const issue = async (user: User, purpose: 'signIn' | 'activation' = 'signIn') => {
  const { write, acting, oneTimeCodes } = bench();
  return await write((transaction) =>
    issueOneTimeCode({ transaction, oneTimeCodes }, acting, { user, purpose, context: { hint: 'kept' } }),
  );
};

const use = async (user: User, code: string, purpose: 'signIn' | 'activation' = 'signIn') => {
  const { write, oneTimeCodes } = bench();
  return await write((transaction) =>
    useOneTimeCode({ transaction, oneTimeCodes }, { userId: user.id, purpose, code }),
  );
};

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('six digits open once, for one user and one purpose', async () => {
  const { makeUser } = bench();
  const [user, stranger] = [await makeUser(), await makeUser()];
  const { code, expiresAt } = await issue(user);
  expect(code).toMatch(/^\d{6}$/);
  expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(10);
  expect(await use(stranger, code)).toBeUndefined();
  expect(await use(user, code, 'activation')).toBeUndefined();
  expect(await use(user, ` ${code} `)).toEqual({ address: null, context: { hint: 'kept' } });
  expect(await use(user, code)).toBeUndefined();
});

test('of many uses at once one wins', async () => {
  const { makeUser } = bench();
  const user = await makeUser();
  const { code } = await issue(user);
  const uses = await Promise.all(Array.from({ length: 8 }, () => use(user, code)));
  expect(uses.filter((each) => each !== undefined)).toHaveLength(1);
});

test('five wrong tries use it up', async () => {
  const { makeUser } = bench();
  const user = await makeUser();
  const { code } = await issue(user);
  await Promise.all(Array.from({ length: 5 }, () => use(user, other(code))));
  expect(await use(user, code)).toBeUndefined();
  const again = await issue(user);
  for (let tries = 0; tries < 4; tries += 1) await use(user, other(again.code));
  expect(await use(user, again.code)).toBeDefined();
});

test('a new code replaces the old one, and ten minutes end it', async () => {
  const { makeUser, database } = bench();
  const user = await makeUser();
  const first = await issue(user);
  const second = await issue(user);
  if (first.code !== second.code) expect(await use(user, first.code)).toBeUndefined();
  await sql`UPDATE one_time_codes SET expires_at = now() WHERE user_id = ${user.id}`.execute(database);
  expect(await use(user, second.code)).toBeUndefined();
});

test('the code of an invitation becomes an activation token of half an hour', async () => {
  const { acting, makeUser, makeTenant } = bench();
  const email = `${randomUUID()}@example.com`;
  const [one, two] = [await makeUser({ email }, await makeTenant()), await makeUser({ email }, await makeTenant())];
  await issue(one, 'activation');
  const { code } = await issue(two, 'activation');
  const exchanged = await exchangeActivationCode(bench(), acting, { email: email.toUpperCase(), code });
  expect(Math.round((exchanged.expiresAt.getTime() - exchanged.issuedAt.getTime()) / 60_000)).toBe(30);
  const input = { password: 'a sentence that only I know', acceptPlatformTerms: true, acceptServiceTerms: true };
  const activated = await activateUser(bench(), acting, { ...input, token: exchanged.token });
  expect([one.id, two.id]).toContain(activated.id);
});

test('wrong code, unknown e-mail and an active account give one answer', async () => {
  const { acting, makeUser, makeActiveUser } = bench();
  const [waiting, active] = [await makeUser(), await makeActiveUser()];
  const { code } = await issue(waiting, 'activation');
  const activeCode = await issue(active, 'activation');
  const exchange = (email: string, text: string) => exchangeActivationCode(bench(), acting, { email, code: text });
  await expect(exchange(waiting.email, other(code))).rejects.toMatchObject(invalid);
  await expect(exchange('nobody@nowhere.example', code)).rejects.toMatchObject(invalid);
  await expect(exchange(active.email, activeCode.code)).rejects.toMatchObject(invalid);
  await expect(exchange(waiting.email, 'x'.repeat(10_000))).rejects.toMatchObject(invalid);
  const refused = (await bench().auditOf(waiting.id)).filter((action) => action === 'user.code-refused');
  expect(refused).toHaveLength(2);
});

const request = async (user: User, kind: AddressKind, oldAddress: string | null, newAddress: string) => {
  const { write, acting, oneTimeCodes } = bench();
  return await write((transaction) =>
    requestAddressChange({ transaction, oneTimeCodes }, acting, { userId: user.id, kind, oldAddress, newAddress }),
  );
};

test('a new e-mail is in place when its owner has proven it', async () => {
  const { acting, makeActiveUser, auditOf } = bench();
  const user = await makeActiveUser();
  const newAddress = `${randomUUID()}@example.com`;
  const { code, address } = await request(user, 'email', user.email.toUpperCase(), newAddress);
  expect(address).toBe(newAddress);
  const confirm = (input: { address: string; code: string }) =>
    confirmAddressChange(bench(), acting, { userId: user.id, kind: 'email', ...input });
  await expect(confirm({ address: newAddress, code: other(code) })).rejects.toMatchObject(invalid);
  const changed = await confirm({ address: newAddress, code });
  expect(changed).toMatchObject({ email: newAddress, emailVerified: true });
  await expect(confirm({ address: newAddress, code })).rejects.toMatchObject(invalid);
  expect(await auditOf(user.id)).toContain('user.email-changed');
});

test('a code fits only the address that it was sent to', async () => {
  const { acting, makeActiveUser } = bench();
  const user = await makeActiveUser();
  const { code } = await request(user, 'email', user.email, `${randomUUID()}@example.com`);
  const input = { userId: user.id, kind: 'email', address: 'mine@evil.example', code } as const;
  await expect(confirmAddressChange(bench(), acting, input)).rejects.toMatchObject(invalid);
});

test("somebody else's e-mail is refused only to who can read its mail", async () => {
  const { acting, makeActiveUser } = bench();
  const [user, owner] = [await makeActiveUser(), await makeActiveUser()];
  const { code } = await request(user, 'email', user.email, owner.email);
  const input = { userId: user.id, kind: 'email', address: owner.email, code } as const;
  await expect(confirmAddressChange(bench(), acting, input)).rejects.toMatchObject({ code: 'user.email-taken' });
});

test('a phone number is proven in the same way', async () => {
  const { acting, makeActiveUser } = bench();
  const user = await makeActiveUser();
  const { code, address } = await request(user, 'phone', null, ' +47 22 00 00 00 ');
  const changed = await confirmAddressChange(bench(), acting, { userId: user.id, kind: 'phone', address, code });
  expect(changed).toMatchObject({ phone: '+47 22 00 00 00', phoneVerified: true });
});

test.each<[AddressKind, string | null, string, string]>([
  ['email', 'not@mine.example', 'new@example.com', 'address.old-differs'],
  ['email', null, 'new@example.com', 'address.old-differs'],
  ['email', 'own', 'no address', 'address.invalid'],
  ['phone', null, '', 'address.invalid'],
  ['phone', null, 'call me', 'address.invalid'],
])('a change of %s from %s to %s: %s', async (kind, oldAddress, newAddress, code) => {
  const user = await bench().makeActiveUser();
  const from = oldAddress === 'own' ? user.email : oldAddress;
  await expect(request(user, kind, from, newAddress)).rejects.toMatchObject({ kind: 'invalid', code });
});

test('what has expired is forgotten by the job, the rest stays', async () => {
  const { database, makeUser } = bench();
  const [late, fresh] = [await makeUser(), await makeUser()];
  await issue(late);
  const { code } = await issue(fresh);
  await sql`UPDATE one_time_codes SET expires_at = now() - interval '2 days' WHERE user_id = ${late.id}`.execute(
    database,
  );
  expect(await deleteExpiredCredentials({ database })).toBeGreaterThanOrEqual(1);
  const left = await database.selectFrom('oneTimeCodes').select('id').where('userId', '=', late.id).execute();
  expect(left).toEqual([]);
  expect(await use(fresh, code)).toBeDefined();
});
