import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import { findUser } from './find-user.ts';
import { findUsersByEmail } from './find-users-by-email.ts';
import { listUsers } from './list-users.ts';
import { countUsers } from './user-list-store.ts';

const bench = useAccountsBench();

test('pages walk through all users once, in the order of names', async () => {
  const { database, makeTenant, makeUser } = bench();
  const tenantId = await makeTenant();
  const names = ['beta', 'Alpha', 'alpha', 'Gamma', 'Ægir', 'delta', 'alpha'];
  for (const displayName of names) await makeUser({ displayName }, tenantId);
  const scope = { tenantId };
  const seen: string[] = [];
  let after: { nameKey: string; id: string } | undefined;
  for (let page = 0; page < 10; page += 1) {
    const users = await listUsers(database, { scope, limit: 2, after });
    seen.push(...users.map(({ displayName }) => displayName));
    const last = users.at(-1);
    if (last === undefined) break;
    after = { nameKey: last.nameKey, id: last.id };
  }
  expect(seen.map((name) => name.toLowerCase())).toEqual(['alpha', 'alpha', 'alpha', 'beta', 'delta', 'gamma', 'ægir']);
  const jumped = await listUsers(database, { scope, limit: 2, skip: 4 });
  expect(jumped.map(({ displayName }) => displayName)).toEqual(['delta', 'Gamma']);
  expect(await countUsers(database, { scope })).toBe(7);
});

test('the search takes the beginning of any name or address, in any case, and no wildcards', async () => {
  const { database, makeTenant, makeUser } = bench();
  const tenantId = await makeTenant();
  await makeUser({ email: 'first@example.com', firstName: 'Øystein', lastName: 'Hansen' }, tenantId);
  await makeUser({ email: '100%_sure@example.com', firstName: 'Per', lastName: 'Olsen' }, tenantId);
  const find = async (search: string) =>
    (await listUsers(database, { scope: { tenantId }, search, limit: 10 })).map(({ lastName }) => lastName);
  expect(await find('øys')).toEqual(['Hansen']);
  expect(await find('HANS')).toEqual(['Hansen']);
  expect(await find('FIRST@')).toEqual(['Hansen']);
  expect(await find('100%')).toEqual(['Olsen']);
  expect(await find('%')).toEqual([]);
  expect(await find('_er')).toEqual([]);
  expect(await find('stein')).toEqual([]);
  expect(await countUsers(database, { scope: { tenantId }, search: 'p' })).toBe(1);
});

test('users of other tenants are neither listed nor found', async () => {
  const { database, makeTenant, makeUser } = bench();
  const [mine, other] = [await makeTenant(), await makeTenant()];
  const email = `${randomUUID()}@example.com`;
  const stranger = await makeUser({ email }, other);
  expect(await listUsers(database, { scope: { tenantId: mine }, limit: 10 })).toEqual([]);
  expect(await findUsersByEmail(database, { email, scope: { tenantId: mine } })).toEqual([]);
  const unknown = findUser(database, { userId: randomUUID(), scope: { tenantId: mine } });
  const foreign = findUser(database, { userId: stranger.id, scope: { tenantId: mine } });
  const [one, two] = await Promise.all([unknown.catch((error) => error), foreign.catch((error) => error)]);
  expect([one.kind, one.code, one.message]).toEqual([two.kind, two.code, two.message]);
  expect(one).toMatchObject({ kind: 'notFound', code: 'user.not-found' });
});

test('all accounts of an e-mail, in every tenant', async () => {
  const { database, makeTenant, makeUser } = bench();
  const [one, other] = [await makeTenant(), await makeTenant()];
  const email = `Twice-${randomUUID()}@example.com`;
  const users = [await makeUser({ email }, one), await makeUser({ email: email.toUpperCase() }, other)];
  const found = await findUsersByEmail(database, { email: ` ${email.toLowerCase()} `, scope: 'everyTenant' });
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set(users.map(({ id }) => id)));
  expect(await findUsersByEmail(database, { email, scope: { tenantId: one } })).toEqual([users[0]]);
});

test('states', async () => {
  const { database, makeTenant, makeUser, makeActiveUser } = bench();
  const tenantId = await makeTenant();
  const [invited, active] = [await makeUser({}, tenantId), await makeActiveUser({}, tenantId)];
  const ids = async (state: 'activated' | 'invited' | 'deactivated') =>
    (await listUsers(database, { scope: { tenantId }, state, limit: 10 })).map(({ id }) => id);
  expect(await ids('invited')).toEqual([invited.id]);
  expect(await ids('activated')).toEqual([active.id]);
  expect(await ids('deactivated')).toEqual([]);
});

test('the last page is read from the index like the first', async () => {
  const { database, makeTenant } = bench();
  const tenantId = await makeTenant();
  await sql`
    INSERT INTO users (tenant_id, email, display_name, activation_deadline)
    SELECT ${tenantId}::uuid, 'u' || n || '@bulk.example', 'User ' || lpad(n::text, 8, '0'), now()
    FROM generate_series(1, 20000) AS n`.execute(database);
  await sql`ANALYZE users`.execute(database);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    EXPLAIN SELECT id FROM users
    WHERE tenant_id = ${tenantId} AND (display_name_key, id) > ('user 00019000', ${tenantId}::uuid)
    ORDER BY display_name_key, id LIMIT 100`.execute(database);
  const plan = rows.map((row) => Object.values(row)[0]).join('\n');
  expect(plan).toMatch(/Index (Only )?Scan using users_(tenant_)?display_name/);
  expect(plan).toMatch(/Index Cond: .*ROW\(display_name_key, id\) >/);
  expect(plan).not.toMatch(/Sort/);
});
