import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { hashToken } from '../../platform/secrets/index.ts';
import { matchSecret, selectRegistration } from '../provider/registration-store.ts';
import type { ResourceGroup } from '../services/resources/resource-group-store.ts';
import { useResourcesBench } from '../services/test/open-resources-bench.ts';
import { wireOf } from '../services/test/wire-of.ts';
import { createSecret } from './create-secret.ts';
import { ensurePlatformRegistrations } from './ensure-platform-registrations.ts';
import { listSecrets } from './list-secrets.ts';
import { revealSecret } from './reveal-secret.ts';
import { revokeSecret } from './revoke-secret.ts';
import { upsertApplication } from './upsert-application.ts';

const bench = useResourcesBench();
const start = Date.now();

beforeAll(async () => {
  await ensurePlatformRegistrations({ ...bench(), publicUrl: 'http://localhost:4000' });
});

const setUp = async (properties: object = {}, rest: object = {}) => {
  const { write, acting, makeGroup } = bench();
  const group: ResourceGroup = await makeGroup();
  const resource = {
    name: 'Application',
    ...rest,
    sections: { properties: { clientType: 'Confidential', ...properties } },
  };
  const made = await write((t) => upsertApplication(t, bench(), acting, { group, resource }));
  const { id, secrets } = wireOf(made.resource);
  return { group, input: { applicationId: id, scope: { projectId: group.projectId } }, secrets };
};

type Input = Awaited<ReturnType<typeof setUp>>['input'];
const create = async (input: Input, more: object = {}) =>
  await bench().write((t) => createSecret(t, bench(), bench().acting, { ...input, ...more }));
const revoke = async (input: Input, secretId: string) =>
  await bench().write((t) => revokeSecret(t, bench().acting, { ...input, secretId }));
const reveal = async (input: Input, secretId: string) =>
  await bench().write((t) => revealSecret(t, bench(), bench().acting, { ...input, secretId }));
const works = async ({ applicationId }: Input, text: string) =>
  await matchSecret(bench().database, applicationId, hashToken(text));

test('a further secret works beside the first; lists show how it begins, newest first', async () => {
  const { database, auditOf } = bench();
  const { input, secrets } = await setUp();
  const issued = await create(input, { description: 'For the pipeline', days: 30 });
  const days = ((issued.expiresAt?.getTime() ?? 0) - start) / 86_400_000;
  expect([days > 29.9, days < 30.1]).toEqual([true, true]);
  expect(await works(input, issued.secretText)).toBe(true);
  expect(await works(input, secrets[0]?.secretText ?? '')).toBe(true);
  const list = await listSecrets(database, input);
  expect(list).toMatchObject([
    { id: issued.id, description: 'For the pipeline', secretStart: issued.secretStart, revokedAt: null },
    { id: secrets[0]?.id, description: '', expiresAt: null },
  ]);
  expect(issued.secretText.startsWith(issued.secretStart)).toBe(true);
  expect(JSON.stringify(list)).not.toContain(issued.secretText);
  expect((await auditOf(input.applicationId)).slice(-1)).toEqual(['application.secret-issued']);
});

test('a secret is shown again, and who looked is in the audit log; a revoked one is not', async () => {
  const { auditOf } = bench();
  const { input, secrets } = await setUp();
  const [first] = secrets;
  expect(await reveal(input, first?.id ?? '')).toBe(first?.secretText);
  expect((await auditOf(input.applicationId)).slice(-1)).toEqual(['application.secret-revealed']);
  await expect(reveal(input, randomUUID())).rejects.toMatchObject({ code: 'application-secret.not-found' });
  await revoke(input, first?.id ?? '');
  await expect(reveal(input, first?.id ?? '')).rejects.toMatchObject({ kind: 'conflict' });
});

test('revoking ends the secret and the tokens, is told to caches, and twice changes nothing', async () => {
  const { database, expectPublished, auditOf } = bench();
  const { input, secrets } = await setUp({}, { locked: true });
  const secretId = secrets[0]?.id ?? '';
  await expectPublished([input.applicationId], () => revoke(input, secretId));
  expect(await works(input, secrets[0]?.secretText ?? '')).toBe(false);
  await revoke(input, secretId);
  expect(await selectRegistration(database, input.applicationId)).toMatchObject({ credentialsVersion: 2 });
  const told = (await auditOf(input.applicationId)).filter((action) => action === 'application.secret-revoked');
  expect(told).toHaveLength(1);
  await expect(revoke(input, randomUUID())).rejects.toMatchObject({ kind: 'notFound' });
});

test('the secrets of another project’s application are not found', async () => {
  const { database } = bench();
  const [one, other] = [await setUp(), await setUp()];
  const crossed = { ...one.input, scope: other.input.scope };
  const secretId = one.secrets[0]?.id ?? '';
  await expect(create(crossed)).rejects.toMatchObject({ code: 'application.not-found' });
  await expect(revoke(crossed, secretId)).rejects.toMatchObject({ code: 'application.not-found' });
  await expect(reveal(crossed, secretId)).rejects.toMatchObject({ code: 'application.not-found' });
  await expect(listSecrets(database, crossed)).rejects.toMatchObject({ code: 'application.not-found' });
  await expect(reveal(other.input, secretId)).rejects.toMatchObject({ code: 'application-secret.not-found' });
});

test('clients that cannot keep a secret get none, nobody gets more than ten, and bad input is told', async () => {
  const { input: spa } = await setUp({ clientType: 'Spa', redirectUrls: ['https://a.example/'] });
  await expect(create(spa)).rejects.toMatchObject({ kind: 'conflict', code: 'application.no-secrets' });
  const { input } = await setUp();
  await expect(create(input, { description: 'x'.repeat(201), days: 0.5 })).rejects.toMatchObject({
    code: 'application-secret.invalid',
    details: [{ path: '/description' }, { path: '/days' }],
  });
  for (let count = 1; count < 10; count += 1) await create(input);
  await expect(create(input)).rejects.toMatchObject({ code: 'application-secret.too-many' });
});

test('secrets that are made at once all stay', async () => {
  const { database } = bench();
  const { input } = await setUp();
  await Promise.all(Array.from({ length: 5 }, () => create(input)));
  expect(await listSecrets(database, input)).toHaveLength(6);
});

test('an expired secret opens nothing and leaves room for a new one', async () => {
  const { database, write, acting } = bench();
  const { input, group } = await setUp({ secretManagementOptions: 'none' });
  const issued = await create(input, { days: 1 });
  await database
    .updateTable('applicationSecrets')
    .set({ expiresAt: new Date(start - 1000) })
    .where('id', '=', issued.id)
    .execute();
  expect(await works(input, issued.secretText)).toBe(false);
  const resource = { name: 'Application' };
  const { resource: done } = await write((t) => upsertApplication(t, bench(), acting, { group, resource }));
  expect(wireOf(done).secrets).toHaveLength(1);
  expect(wireOf(done).secrets[0]?.id).not.toBe(issued.id);
});
