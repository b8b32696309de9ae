import { expect, test } from 'vitest';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import { deactivateUser } from '../users/deactivate-user.ts';
import { deleteUser } from '../users/delete-user.ts';
import { grantPlatformRole } from './grant-platform-role.ts';
import { listPlatformRoles } from './list-platform-roles.ts';
import { selectAdministrators } from './role-store.ts';
import { withdrawPlatformRole } from './withdraw-platform-role.ts';

const bench = useAccountsBench();
const scope = 'everyTenant';

test('roles are granted once, listed, withdrawn, and each change is told to caches', async () => {
  const { write, acting, database, makeActiveUser, expectPublished, auditOf } = bench();
  const { id: userId } = await makeActiveUser();
  const input = { userId, role: 'directoryReader' } as const;
  await expectPublished(userId, () => write((t) => grantPlatformRole(t, acting, input)));
  await write((t) => grantPlatformRole(t, acting, input));
  expect(await listPlatformRoles(database, { userId })).toEqual(['directoryReader']);
  await expectPublished(userId, () => write((t) => withdrawPlatformRole(t, acting, input)));
  await write((t) => withdrawPlatformRole(t, acting, input));
  expect(await listPlatformRoles(database, { userId })).toEqual([]);
  expect(await auditOf(userId)).toEqual(['user.registered', 'user.role-granted', 'user.role-withdrawn']);
});

test('the last administrator stays, whatever is tried, and however many try at once', async () => {
  const { write, acting, database, makeActiveUser } = bench();
  const [one, two] = [await makeActiveUser(), await makeActiveUser()];
  for (const { id } of [one, two]) {
    await write((t) => grantPlatformRole(t, acting, { userId: id, role: 'administrator' }));
  }
  const outcomes = await Promise.allSettled([
    write((t) => withdrawPlatformRole(t, acting, { userId: one.id, role: 'administrator' })),
    write((t) => deactivateUser(t, acting, { userId: two.id, scope })),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [last, ...others] = await selectAdministrators(database);
  expect(others).toEqual([]);
  const userId = last?.id ?? '';
  const refused = { kind: 'conflict', code: 'administrator.last' };
  await expect(write((t) => deleteUser(t, acting, { userId, scope }))).rejects.toMatchObject(refused);
  await expect(write((t) => deactivateUser(t, acting, { userId, scope }))).rejects.toMatchObject(refused);
  await expect(write((t) => withdrawPlatformRole(t, acting, { userId, role: 'administrator' }))).rejects.toMatchObject(
    refused,
  );
});
