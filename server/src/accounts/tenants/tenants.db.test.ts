import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemTenantId } from '../tenant-scope.ts';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import { changeTenant } from './change-tenant.ts';
import { createTenant } from './create-tenant.ts';
import { findTenant } from './find-tenant.ts';
import { listTenants } from './list-tenants.ts';
import { countTenants } from './tenant-store.ts';

const bench = useAccountsBench();

test('the system tenant is there from the start and cannot be switched off', async () => {
  const { database, write, acting } = bench();
  expect(await findTenant(database, systemTenantId)).toMatchObject({ name: 'System', deactivatedAt: null });
  await expect(
    write((t) => changeTenant(t, acting, { tenantId: systemTenantId, deactivated: true })),
  ).rejects.toMatchObject({ code: 'tenant.system' });
});

test('a tenant is made, renamed, switched off and on', async () => {
  const { database, write, acting, auditOf, expectPublished } = bench();
  const made = await write((t) => createTenant(t, acting, { name: ' Nordlys ', description: 'The north' }));
  const tenantId = made.id;
  expect(made).toMatchObject({ name: 'Nordlys', description: 'The north', revision: 1 });
  await write((t) => changeTenant(t, acting, { tenantId, name: 'Nordlys AS', secondFactorRequired: true }));
  await expectPublished(tenantId, () => write((t) => changeTenant(t, acting, { tenantId, deactivated: true })));
  const off = await findTenant(database, tenantId);
  expect(off).toMatchObject({ name: 'Nordlys AS', description: 'The north', secondFactorRequired: true, revision: 3 });
  expect(off.deactivatedAt).toBeInstanceOf(Date);
  expect(await write((t) => changeTenant(t, acting, { tenantId, deactivated: false }))).toMatchObject({
    deactivatedAt: null,
  });
  expect(await auditOf(tenantId)).toEqual(['tenant.created', 'tenant.changed', 'tenant.changed', 'tenant.changed']);
});

test('a name is taken without regard to case', async () => {
  const { write, acting } = bench();
  const name = `Tenant ${randomUUID()}`;
  await write((t) => createTenant(t, acting, { name }));
  await expect(write((t) => createTenant(t, acting, { name: name.toUpperCase() }))).rejects.toMatchObject({
    kind: 'conflict',
    code: 'tenant.name-taken',
  });
});

test.each(['', '  ', 'a\nb', 'x'.repeat(201)])('the name %j is refused', async (name) => {
  const { write, acting } = bench();
  await expect(write((t) => createTenant(t, acting, { name }))).rejects.toMatchObject({ code: 'name.invalid' });
});

test('unknown tenants are not found', async () => {
  const { database, write, acting } = bench();
  const tenantId = randomUUID();
  await expect(findTenant(database, tenantId)).rejects.toMatchObject({ code: 'tenant.not-found' });
  await expect(write((t) => changeTenant(t, acting, { tenantId, name: 'X' }))).rejects.toMatchObject({
    code: 'tenant.not-found',
  });
});

test('lists search by the beginning of the name', async () => {
  const { database, write, acting } = bench();
  const mark = randomUUID();
  for (const name of ['b', 'A', 'c']) await write((t) => createTenant(t, acting, { name: `${mark} ${name}` }));
  const search = mark.toUpperCase();
  const [first, second] = await listTenants(database, { search, limit: 2 });
  expect([first?.name, second?.name]).toEqual([`${mark} A`, `${mark} b`]);
  const after = { nameKey: second?.nameKey ?? '', id: second?.id ?? '' };
  expect((await listTenants(database, { search, limit: 2, after })).map(({ name }) => name)).toEqual([`${mark} c`]);
  expect(await countTenants(database, search)).toBe(3);
});
