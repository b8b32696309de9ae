import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import { registerUser } from './register-user.ts';
import { registerUsers } from './register-users.ts';

const bench = useAccountsBench();

test('a new person gets an account that waits for its activation', async () => {
  const { write, acting, makeTenant, auditOf } = bench();
  const tenantId = await makeTenant();
  const person = { email: 'Kari@Example.com', firstName: 'Kari', lastName: 'Nordmann', countryCode: 'no' };
  const { user, created } = await write((t) => registerUser(t, acting, { tenantId, person }));
  expect(created).toBe(true);
  expect(user).toMatchObject({
    tenantId,
    email: 'Kari@Example.com',
    displayName: 'Nordmann, Kari',
    countryCode: 'NO',
    activated: false,
    emailVerified: false,
    credentialsVersion: 1,
  });
  expect(await auditOf(user.id)).toEqual(['user.registered']);
});

test('an e-mail is known without regard to case, and the account stays as it is', async () => {
  const { write, acting, makeTenant, auditOf } = bench();
  const tenantId = await makeTenant();
  const first = await write((t) => registerUser(t, acting, { tenantId, person: { email: 'ÅSE@example.com' } }));
  const second = await write((t) =>
    registerUser(t, acting, { tenantId, person: { email: 'åse@EXAMPLE.com', firstName: 'Another' } }),
  );
  expect(second).toEqual({ user: first.user, created: false });
  expect(await auditOf(first.user.id)).toEqual(['user.registered']);
});

test('one e-mail may have an account in each tenant', async () => {
  const { write, acting, makeTenant } = bench();
  const [one, other] = [await makeTenant(), await makeTenant()];
  const person = { email: 'everywhere@example.com' };
  const a = await write((t) => registerUser(t, acting, { tenantId: one, person }));
  const b = await write((t) => registerUser(t, acting, { tenantId: other, person }));
  expect([a.created, b.created]).toEqual([true, true]);
  expect(a.user.id).not.toBe(b.user.id);
});

test('many people are answered in their order, and whoever comes twice is made once', async () => {
  const { write, acting, makeTenant } = bench();
  const tenantId = await makeTenant();
  await write((t) => registerUser(t, acting, { tenantId, person: { email: 'known@example.com' } }));
  const emails = ['z@example.com', 'known@example.com', 'a@example.com', 'Z@example.com'];
  const answers = await write((t) =>
    registerUsers(t, acting, { tenantId, people: emails.map((email) => ({ email })) }),
  );
  expect(answers.map(({ user, created }) => [user.email, created])).toEqual([
    ['z@example.com', true],
    ['known@example.com', false],
    ['a@example.com', true],
    ['z@example.com', false],
  ]);
});

test('one bad person refuses all, with every place named, and nobody is made', async () => {
  const { write, acting, makeTenant, database } = bench();
  const tenantId = await makeTenant();
  const people = [{ email: 'fine@example.com' }, { email: 'bad' }, { email: 'x@example.com', phone: '?' }];
  await expect(write((t) => registerUsers(t, acting, { tenantId, people }))).rejects.toMatchObject({
    kind: 'invalid',
    code: 'user.invalid',
    details: [{ path: '/1/email' }, { path: '/2/phone' }],
  });
  const rows = await database.selectFrom('users').select('id').where('tenantId', '=', tenantId).execute();
  expect(rows).toEqual([]);
});

test('of ten requests for one e-mail at once one creates and all find the same user', async () => {
  const { write, acting, makeTenant, auditOf } = bench();
  const tenantId = await makeTenant();
  const email = `${randomUUID()}@example.com`;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => write((t) => registerUser(t, acting, { tenantId, person: { email } }))),
  );
  expect(answers.filter(({ created }) => created)).toHaveLength(1);
  expect(new Set(answers.map(({ user }) => user.id)).size).toBe(1);
  expect(await auditOf(answers[0]?.user.id ?? '')).toEqual(['user.registered']);
});

test('an unknown tenant is refused by the database', async () => {
  const { write, acting } = bench();
  const input = { tenantId: randomUUID(), person: { email: 'a@example.com' } };
  await expect(write((t) => registerUser(t, acting, input))).rejects.toMatchObject({ constraint: 'users_tenant_fkey' });
});

test('more than five thousand at once are too many', async () => {
  const { write, acting, makeTenant } = bench();
  const tenantId = await makeTenant();
  const people = Array.from({ length: 5_001 }, (_, place) => ({ email: `${place}@example.com` }));
  await expect(write((t) => registerUsers(t, acting, { tenantId, people }))).rejects.toMatchObject({
    kind: 'tooLarge',
  });
});

test('somebody who is deleted between the look and the answer is made anew', async () => {
  const { write, acting, makeTenant, database } = bench();
  const tenantId = await makeTenant();
  const emails = ['a@example.com', 'leaving@example.com', 'z@example.com'];
  const old = await write((t) => registerUser(t, acting, { tenantId, person: { email: 'leaving@example.com' } }));
  let deletions = 0;
  // The first statement has found the e-mail taken; before the second one it is free.
  const meanwhile: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (deletions === 0) {
        const { numDeletedRows } = await database.deleteFrom('users').where('id', '=', old.user.id).executeTakeFirst();
        deletions += Number(numDeletedRows);
      }
      return result;
    },
  };
  const answers = await write((t) =>
    registerUsers(t.withPlugin(meanwhile), acting, { tenantId, people: emails.map((email) => ({ email })) }),
  );
  expect(deletions).toBe(1);
  expect(answers.map(({ user, created }) => [user.email, created])).toEqual(emails.map((email) => [email, true]));
});
