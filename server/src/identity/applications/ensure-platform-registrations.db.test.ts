import { expect, test } from 'vitest';
import { systemTenantId } from '../../accounts/index.ts';
import { findApi } from '../provider/find-api.ts';
import type { Registration } from '../provider/registration.ts';
import { selectRegistration } from '../provider/registration-store.ts';
import { useResourcesBench } from '../services/test/open-resources-bench.ts';
import { wireOf } from '../services/test/wire-of.ts';
import { ensurePlatformRegistrations } from './ensure-platform-registrations.ts';
import { findSubscriptionKey } from './find-subscription-key.ts';
import { platformApiUri } from './platform-registrations.ts';
import { readApplication } from './read-application.ts';

const bench = useResourcesBench();
const ensure = async (publicUrl: string) => await ensurePlatformRegistrations({ ...bench(), publicUrl });

const clientOf = async (id: string): Promise<Registration> => {
  const registration = await selectRegistration(bench().database, id);
  if (registration === undefined) throw new Error('There is no such client.');
  return registration;
};

test('several first starts at once register everything once; a start at another address follows it', async () => {
  const { database, box, auditOf, expectPublished } = bench();
  const starts = await Promise.all([1, 2, 3, 4].map(() => ensure('https://one.example.com')));
  expect(new Set(starts.map((start) => JSON.stringify(start))).size).toBe(1);
  const [ids] = starts;
  if (ids === undefined) throw new Error('Nobody started.');
  expect(
    await database.selectFrom('applications').select(['name', 'tenantId', 'origin']).orderBy('name').execute(),
  ).toEqual(
    ['Portolan API', 'Portolan CLI', 'Portolan Console'].map((name) => ({
      name,
      tenantId: systemTenantId,
      origin: 'builtIn',
    })),
  );
  expect(await database.selectFrom('apiProducts').selectAll().execute()).toMatchObject([
    { id: ids.platformProductId, public: true, apiApplicationId: ids.platformApiId },
  ]);
  const console = await clientOf(ids.consoleClientId);
  expect(console).toMatchObject({
    clientType: 'Spa',
    firstParty: true,
    redirectUrls: ['https://one.example.com/auth/callback', 'https://one.example.com/identity/signed-in'],
    postLogoutRedirectUrls: ['https://one.example.com/'],
  });
  expect(await clientOf(ids.cliClientId)).toMatchObject({
    clientType: 'Native',
    firstParty: true,
    redirectUrls: ['http://127.0.0.1/callback', 'http://localhost/callback'],
  });
  for (const clientId of [ids.consoleClientId, ids.cliClientId]) {
    const access = await findApi(database, await clientOf(clientId), platformApiUri);
    expect(access).toMatchObject({ api: { id: ids.platformApiId }, scopes: ['user_impersonation'] });
    const read = await readApplication(database, {
      applicationId: clientId,
      scope: 'everywhere',
      withSecrets: { box },
    });
    expect(await findSubscriptionKey(database, wireOf(read).products[0]?.key ?? '')).toMatchObject({
      applicationId: clientId,
      productId: ids.platformProductId,
    });
  }

  expect(await ensure('https://one.example.com')).toEqual(ids);
  expect(await auditOf(ids.consoleClientId)).toEqual(['application.created']);
  await expectPublished([ids.consoleClientId], () => ensure('https://two.example.com'));
  expect(await clientOf(ids.consoleClientId)).toMatchObject({
    redirectUrls: ['https://two.example.com/auth/callback', 'https://two.example.com/identity/signed-in'],
    credentialsVersion: console.credentialsVersion,
  });
  expect(await auditOf(ids.consoleClientId)).toEqual(['application.created', 'application.changed']);
  expect(await auditOf(ids.cliClientId)).toEqual(['application.created']);
});
