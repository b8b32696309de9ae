import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import { changeCompany } from './change-company.ts';
import { countCompanies } from './company-store.ts';
import { createCompany } from './create-company.ts';
import { deleteCompany } from './delete-company.ts';
import { findCompany } from './find-company.ts';
import { listCompanies } from './list-companies.ts';
import { listCompaniesOfUser } from './list-companies-of-user.ts';
import { listCompanyMembers } from './list-company-members.ts';
import { countCompaniesOfUser } from './membership-store.ts';
import { removeMembership } from './remove-membership.ts';
import { setMembership } from './set-membership.ts';

const bench = useAccountsBench();

const setUp = async () => {
  const { write, acting, makeTenant } = bench();
  const tenantId = await makeTenant();
  const company = await write((t) =>
    createCompany(t, acting, {
      tenantId,
      company: {
        name: 'Nordlys AS',
        vat: 'NO 999 999 999 MVA',
        addressLines: ['Storgata 1', 'Oppgang B'],
        domains: ['nordlys.example'],
      },
    }),
  );
  return { tenantId, scope: { tenantId }, companyId: company.id };
};

test('a company keeps every field, changes what is given, and goes', async () => {
  const { write, acting, database, auditOf } = bench();
  const { scope, companyId } = await setUp();
  const changes = { city: 'Oslo', countryCode: 'no', vat: null, tenantType: 'customer' };
  await write((t) => changeCompany(t, acting, { companyId, scope, changes }));
  const { company, counts } = await findCompany(database, { companyId, scope });
  expect(company).toMatchObject({
    name: 'Nordlys AS',
    vat: null,
    city: 'Oslo',
    countryCode: 'NO',
    tenantType: 'customer',
    addressLines: ['Storgata 1', 'Oppgang B'],
    domains: ['nordlys.example'],
    revision: 2,
  });
  expect(counts).toEqual({ members: 0, requests: 0 });
  await write((t) => deleteCompany(t, acting, { companyId, scope }));
  await expect(findCompany(database, { companyId, scope })).rejects.toMatchObject({ code: 'company.not-found' });
  expect(await auditOf(companyId)).toEqual(['company.created', 'company.changed', 'company.deleted']);
});

test('pages of members follow the names, also when these change', async () => {
  const { write, acting, database, makeUser } = bench();
  const { tenantId, scope, companyId } = await setUp();
  const names = ['Eve', 'adam', 'Cid', 'Bea', 'Bea', 'Dan'];
  const users = await Promise.all(names.map((displayName) => makeUser({ displayName }, tenantId)));
  for (const { id: userId } of users) {
    await write((t) => setMembership(t, acting, { companyId, userId, scope, state: 'member', administrator: false }));
  }
  await database.updateTable('users').set({ displayName: 'Zoe' }).where('displayName', '=', 'adam').execute();
  const list = async (page: { limit: number; skip?: number; after?: { nameKey: string; id: string } }) =>
    (await listCompanyMembers(database, { companyId, scope, ...page })).map(({ user }) => user);
  const all = await list({ limit: 10 });
  expect(all.map(({ displayName }) => displayName)).toEqual(['Bea', 'Bea', 'Cid', 'Dan', 'Eve', 'Zoe']);
  const [first, second] = all.map(({ id }) => id);
  expect((first ?? '') < (second ?? '')).toBe(true);
  const bySkip = await Promise.all([0, 2, 4, 6].map((skip) => list({ limit: 2, skip })));
  expect(bySkip.flat()).toEqual(all);
  const walked = [];
  for (let page = await list({ limit: 1 }); page.length > 0; ) {
    walked.push(...page);
    const [last] = page;
    page = await list({ limit: 1, after: { nameKey: last?.displayName.toLowerCase() ?? '', id: last?.id ?? '' } });
  }
  expect(walked).toEqual(all);
});

test('members, requests and administrators', async () => {
  const { write, acting, database, makeUser, auditOf, expectPublished } = bench();
  const { tenantId, scope, companyId } = await setUp();
  const [boss, asking] = [
    await makeUser({ displayName: 'Boss' }, tenantId),
    await makeUser({ displayName: 'Asking' }, tenantId),
  ];
  const set = (userId: string, state: 'member' | 'requested', administrator: boolean) =>
    write((t) => setMembership(t, acting, { companyId, userId, scope, state, administrator }));
  await expectPublished(boss.id, () => set(boss.id, 'member', true));
  await set(asking.id, 'requested', false);
  expect((await findCompany(database, { companyId, scope })).counts).toEqual({ members: 1, requests: 1 });
  const members = await listCompanyMembers(database, { companyId, scope, limit: 10 });
  expect(members).toMatchObject([{ user: { id: boss.id }, administrator: true }]);
  const requests = await listCompanyMembers(database, { companyId, scope, state: 'requested', limit: 10 });
  expect(requests.map(({ user }) => user.id)).toEqual([asking.id]);
  expect(await listCompaniesOfUser(database, { userId: boss.id })).toMatchObject([
    { company: { id: companyId, name: 'Nordlys AS' }, administrator: true },
  ]);
  expect([await countCompaniesOfUser(database, boss.id), await countCompaniesOfUser(database, asking.id)]).toEqual([
    1, 0,
  ]);
  await set(asking.id, 'member', false);
  expect((await findCompany(database, { companyId, scope })).counts).toEqual({ members: 2, requests: 0 });
  const remove = () => write((t) => removeMembership(t, acting, { companyId, userId: asking.id, scope }));
  await expectPublished(asking.id, remove);
  await remove();
  expect((await auditOf(companyId)).filter((action) => action === 'company.membership-removed')).toHaveLength(1);
});

test('a request cannot administer', async () => {
  const { write, acting, makeUser } = bench();
  const { tenantId, scope, companyId } = await setUp();
  const { id: userId } = await makeUser({}, tenantId);
  const input = { companyId, userId, scope, state: 'requested', administrator: true } as const;
  await expect(write((t) => setMembership(t, acting, input))).rejects.toMatchObject({ kind: 'invalid' });
});

test('nothing of another tenant is seen, changed or joined', async () => {
  const { write, acting, database, makeTenant, makeUser } = bench();
  const { tenantId, companyId } = await setUp();
  const foreign = { tenantId: await makeTenant() };
  const stranger = await makeUser({}, foreign.tenantId);
  const notFound = { kind: 'notFound', code: 'company.not-found' };
  const membership = { companyId, userId: stranger.id, state: 'member', administrator: false } as const;
  await expect(findCompany(database, { companyId, scope: foreign })).rejects.toMatchObject(notFound);
  await expect(listCompanyMembers(database, { companyId, scope: foreign, limit: 1 })).rejects.toMatchObject(notFound);
  await expect(
    write((t) => changeCompany(t, acting, { companyId, scope: foreign, changes: { city: 'X' } })),
  ).rejects.toMatchObject(notFound);
  await expect(write((t) => deleteCompany(t, acting, { companyId, scope: foreign }))).rejects.toMatchObject(notFound);
  await expect(write((t) => setMembership(t, acting, { ...membership, scope: foreign }))).rejects.toMatchObject(
    notFound,
  );
  await expect(
    write((t) => removeMembership(t, acting, { companyId, userId: stranger.id, scope: foreign })),
  ).rejects.toMatchObject(notFound);
  // The company's own people cannot take in somebody of another tenant either.
  await expect(write((t) => setMembership(t, acting, { ...membership, scope: { tenantId } }))).rejects.toMatchObject({
    code: 'user.not-found',
  });
});

test('lists stay within the tenant and search by the beginning of the name', async () => {
  const { write, acting, database, makeTenant } = bench();
  const tenantId = await makeTenant();
  const mark = randomUUID();
  for (const name of ['beta', 'Alpha', 'gamma']) {
    await write((t) => createCompany(t, acting, { tenantId, company: { name: `${mark} ${name}` } }));
  }
  await setUp();
  const scope = { tenantId };
  const [first] = await listCompanies(database, { scope, limit: 1 });
  expect(first?.name).toBe(`${mark} Alpha`);
  const after = { nameKey: first?.nameKey ?? '', id: first?.id ?? '' };
  expect((await listCompanies(database, { scope, limit: 5, after })).map(({ name }) => name)).toEqual([
    `${mark} beta`,
    `${mark} gamma`,
  ]);
  expect(await listCompanies(database, { scope, search: `${mark.toUpperCase()} g`, limit: 5 })).toHaveLength(1);
  expect(await countCompanies(database, { scope, search: mark })).toBe(3);
});
