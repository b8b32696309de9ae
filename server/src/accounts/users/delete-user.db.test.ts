import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import { deactivateUser } from './deactivate-user.ts';
import { deleteUnactivatedUsers } from './delete-unactivated-users.ts';
import { deleteUser } from './delete-user.ts';
import { endUserSessions } from './end-user-sessions.ts';
import { findUser } from './find-user.ts';
import { reactivateUser } from './reactivate-user.ts';

const bench = useAccountsBench();
const scope = 'everyTenant';

test('a deleted user is gone, told to caches and to the audit log', async () => {
  const { write, acting, database, makeUser, expectPublished, auditOf } = bench();
  const { id: userId } = await makeUser();
  await expectPublished(userId, () => write((t) => deleteUser(t, acting, { userId, scope })));
  await expect(findUser(database, { userId, scope })).rejects.toMatchObject({ kind: 'notFound' });
  await expect(write((t) => deleteUser(t, acting, { userId, scope }))).rejects.toMatchObject({ kind: 'notFound' });
  expect(await auditOf(userId)).toEqual(['user.registered', 'user.deleted']);
});

test('deactivation and reactivation each end what was signed in; doing it twice changes nothing', async () => {
  const { write, acting, makeActiveUser, expectPublished, auditOf } = bench();
  const user = await makeActiveUser();
  const input = { userId: user.id, scope } as const;
  await expectPublished(user.id, () => write((t) => deactivateUser(t, acting, input)));
  const again = await write((t) => deactivateUser(t, acting, input));
  expect(again).toMatchObject({ deactivated: true, credentialsVersion: user.credentialsVersion + 1 });
  const back = await write((t) => reactivateUser(t, acting, input));
  expect(back).toMatchObject({ deactivated: false, credentialsVersion: user.credentialsVersion + 2 });
  await write((t) => reactivateUser(t, acting, input));
  expect(await auditOf(user.id)).toEqual(['user.registered', 'user.deactivated', 'user.reactivated']);
});

test('sign-out everywhere raises the number that sessions and tokens carry', async () => {
  const { write, acting, database, makeUser, expectPublished } = bench();
  const user = await makeUser();
  await expectPublished(user.id, () => write((t) => endUserSessions(t, acting, { userId: user.id, scope })));
  const { credentialsVersion } = await findUser(database, { userId: user.id, scope });
  expect(credentialsVersion).toBe(user.credentialsVersion + 1);
});

test('another tenant finds nobody to deactivate, reactivate, sign out or delete', async () => {
  const { write, acting, makeUser, makeTenant } = bench();
  const { id: userId } = await makeUser();
  const foreign = { userId, scope: { tenantId: await makeTenant() } };
  for (const operation of [deactivateUser, reactivateUser, endUserSessions, deleteUser]) {
    await expect(write(async (t) => void (await operation(t, acting, foreign)))).rejects.toMatchObject({
      kind: 'notFound',
      code: 'user.not-found',
    });
  }
});

test('only accounts that nobody activated in time are removed', async () => {
  const { database, makeUser, makeActiveUser, auditOf } = bench();
  const [late, waiting, active] = [await makeUser(), await makeUser(), await makeActiveUser()];
  await sql`UPDATE users SET activation_deadline = now() - interval '1 second' WHERE id = ${late.id}`.execute(database);
  expect(await deleteUnactivatedUsers({ database })).toBe(1);
  expect(await deleteUnactivatedUsers({ database })).toBe(0);
  await expect(findUser(database, { userId: late.id, scope })).rejects.toMatchObject({ kind: 'notFound' });
  await expect(findUser(database, { userId: waiting.id, scope })).resolves.toMatchObject({ activated: false });
  await expect(findUser(database, { userId: active.id, scope })).resolves.toMatchObject({ activated: true });
  expect(await auditOf(late.id)).toEqual(['user.registered', 'user.expired']);
});

test('accounts wait thirty days', async () => {
  const { database, makeUser } = bench();
  const { id } = await makeUser();
  const { rows } = await sql<{ days: number }>`
    SELECT extract(day FROM activation_deadline - created_at)::int AS days FROM users WHERE id = ${id}`.execute(
    database,
  );
  expect(rows).toEqual([{ days: 30 }]);
});
