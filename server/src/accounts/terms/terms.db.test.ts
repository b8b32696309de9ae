import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import { acceptTerms } from './accept-terms.ts';
import { findLatestTerms } from './find-latest-terms.ts';
import { findMissingTerms } from './find-missing-terms.ts';
import { publishTerms } from './publish-terms.ts';

const bench = useAccountsBench();

/** A service as the deployments make it, as far as terms need one. */
const makeService = async (): Promise<string> => {
  const { write, makeTenant } = bench();
  const tenantId = await makeTenant();
  return await write(async (t) => {
    const project = await t
      .insertInto('projects')
      .values({ tenantId, name: 'P' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const group = await t
      .insertInto('resourceGroups')
      .values({ tenantId, projectId: project.id, name: 'Group' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const id = randomUUID();
    const name = 'Service';
    await t
      .insertInto('resources')
      .values({
        id,
        tenantId,
        projectId: project.id,
        resourceGroupId: group.id,
        name,
        resourceType: 'platform.service',
        sku: 'standard',
      })
      .execute();
    await t.insertInto('services').values({ id, tenantId, name, rootServiceId: id }).execute();
    return id;
  });
};

test('versions count up, the latest is in force, and each has to be accepted', async () => {
  const { write, acting, database, makeUser, auditOf } = bench();
  const user = await makeUser();
  const missing = async () =>
    (await findMissingTerms(database, { userId: user.id })).map(({ kind, terms }) => [kind, terms.version]);
  expect(await findLatestTerms(database, {})).toBeUndefined();
  expect(await missing()).toEqual([]);
  const first = await write((t) => publishTerms(t, acting, { title: 'Terms', content: 'Be kind.' }));
  expect(await missing()).toEqual([['platform', 1]]);
  await write((t) => acceptTerms(t, acting, { user, terms: first }));
  await write((t) => acceptTerms(t, acting, { user, terms: first }));
  expect(await missing()).toEqual([]);
  const second = await write((t) => publishTerms(t, acting, { title: 'Terms', content: 'Be very kind.' }));
  expect(second.version).toBe(2);
  expect(await findLatestTerms(database, {})).toEqual(second);
  expect(await missing()).toEqual([['platform', 2]]);
  expect((await auditOf(user.id)).filter((action) => action === 'terms.accepted')).toHaveLength(1);
  expect(await auditOf(second.id)).toEqual(['terms.published']);
});

test("a service's terms have versions of their own and come after the platform's", async () => {
  const { write, acting, database, makeUser } = bench();
  const serviceId = await makeService();
  const otherService = await makeService();
  const user = await makeUser();
  await write((t) => publishTerms(t, acting, { title: 'Terms', content: 'Be kind.' }));
  const terms = await write((t) => publishTerms(t, acting, { serviceId, title: 'Service', content: 'Pay.' }));
  expect(terms.version).toBe(1);
  const kinds = async (id: string) =>
    (await findMissingTerms(database, { userId: user.id, serviceId: id })).map(({ kind }) => kind);
  expect(await kinds(serviceId)).toEqual(['platform', 'service']);
  expect(await kinds(otherService)).toEqual(['platform']);
  await write((t) => acceptTerms(t, acting, { user, terms }));
  expect(await kinds(serviceId)).toEqual(['platform']);
  expect(await findLatestTerms(database, { serviceId })).toEqual(terms);
});

test('terms without content and of unknown services are refused', async () => {
  const { write, acting } = bench();
  const publish = (input: { serviceId?: string; title: string; content: string }) =>
    write((t) => publishTerms(t, acting, input));
  await expect(publish({ title: 'Terms', content: ' ' })).rejects.toMatchObject({ code: 'terms.invalid' });
  await expect(publish({ title: '', content: 'x' })).rejects.toMatchObject({ code: 'title.invalid' });
  await expect(publish({ serviceId: randomUUID(), title: 'T', content: 'x' })).rejects.toMatchObject({
    constraint: 'terms_documents_service_fkey',
  });
});
