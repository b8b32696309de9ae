import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { changeTenant } from '../../accounts/index.ts';
import { useResourcesBench } from '../services/test/open-resources-bench.ts';
import { wireOf } from '../services/test/wire-of.ts';
import { ensurePlatformRegistrations } from './ensure-platform-registrations.ts';
import { findSubscriptionKey } from './find-subscription-key.ts';
import { listSubscriptions } from './list-subscriptions.ts';
import { platformProductId, platformProductName } from './platform-registrations.ts';
import { regenerateKey } from './regenerate-key.ts';
import { revealKeys } from './reveal-keys.ts';
import { revokeSubscription } from './revoke-subscription.ts';
import { setApplicationDisabled } from './set-application-disabled.ts';
import type { KeySlot } from './subscription-keys.ts';
import { noteKeyUse } from './subscription-store.ts';
import { upsertApplication } from './upsert-application.ts';

const bench = useResourcesBench();

beforeAll(async () => {
  await ensurePlatformRegistrations({ ...bench(), publicUrl: 'http://localhost:4000' });
});

const setUp = async () => {
  const { database, write, acting, makeGroup } = bench();
  const group = await makeGroup();
  const resource = { name: 'Application', sections: { properties: { clientType: 'Confidential' } } };
  const deploy = async () =>
    wireOf((await write((t) => upsertApplication(t, bench(), acting, { group, resource }))).resource);
  const { id, products } = await deploy();
  const application = { applicationId: id, scope: { projectId: group.projectId } };
  const [subscription] = await listSubscriptions(database, application);
  const input = { ...application, subscriptionId: subscription?.id ?? '' };
  return { group, input, key: products[0]?.key ?? '', deploy };
};

type Input = Awaited<ReturnType<typeof setUp>>['input'];
const reveal = async (input: Input) => await bench().write((t) => revealKeys(t, bench(), bench().acting, input));
const regenerate = async (input: Input, slot: KeySlot) =>
  await bench().write((t) => regenerateKey(t, bench(), bench().acting, { ...input, slot }));
const revoke = async (input: Input) => await bench().write((t) => revokeSubscription(t, bench().acting, input));
const find = async (key: string) => await findSubscriptionKey(bench().database, key);

test('a subscription has two keys, both of which are found; looking at them is in the audit log', async () => {
  const { database, auditOf } = bench();
  const { input, key } = await setUp();
  const keys = await reveal(input);
  expect(keys.primary).toBe(key);
  expect([keys.primary, keys.secondary]).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ]);
  expect(keys.secondary).not.toBe(keys.primary);
  for (const [slot, text] of Object.entries(keys)) {
    expect(await find(text)).toMatchObject({
      slot,
      subscriptionId: input.subscriptionId,
      applicationId: input.applicationId,
    });
  }
  expect((await auditOf(input.applicationId)).slice(-1)).toEqual(['application.keys-revealed']);
  const list = await listSubscriptions(database, input);
  expect(list).toMatchObject([
    {
      productId: platformProductId,
      productName: platformProductName,
      revokedAt: null,
      keys: [{ slot: 'primary' }, { slot: 'secondary' }],
    },
  ]);
  expect(JSON.stringify(list)).not.toContain(key);
});

test.each<[KeySlot, KeySlot]>([
  ['primary', 'secondary'],
  ['secondary', 'primary'],
])('a new %s key replaces the old one at once, and leaves the %s one alone', async (slot, other) => {
  const { expectPublished, auditOf } = bench();
  const { input, deploy } = await setUp();
  const before = await reveal(input);
  await expectPublished([input.subscriptionId], () => regenerate(input, slot));
  const after = await reveal(input);
  expect(after[slot]).not.toBe(before[slot]);
  expect(after[other]).toBe(before[other]);
  expect(await find(before[slot])).toBeUndefined();
  expect(await find(after[slot])).toMatchObject({ slot });
  expect((await deploy()).products[0]?.key).toBe(after.primary);
  expect(await auditOf(input.applicationId)).toContain('application.key-regenerated');
});

test('a revoked subscription is found as such; its keys are shown to nobody; a deployment that lists it brings new ones', async () => {
  const { database, write, acting, expectPublished } = bench();
  const { group, input, key, deploy } = await setUp();
  await expectPublished([input.subscriptionId], () => revoke(input));
  await revoke(input);
  expect(await find(key)).toMatchObject({ revoked: true });
  await expect(reveal(input)).rejects.toMatchObject({ kind: 'conflict', code: 'api-subscription.revoked' });
  await expect(regenerate(input, 'primary')).rejects.toMatchObject({ code: 'api-subscription.revoked' });
  // A template that says nothing about products leaves it revoked.
  expect((await deploy()).products).toEqual([]);
  const resource = { name: 'Application', sections: { advanced: { apiProductSubscriptions: [] } } };
  const listed = await write((t) => upsertApplication(t, bench(), acting, { group, resource }));
  expect(listed).toMatchObject({ action: 'update' });
  const fresh = wireOf(listed.resource).products[0]?.key ?? '';
  expect(fresh).not.toBe(key);
  expect(await find(fresh)).toMatchObject({ revoked: false });
  expect(await find(key)).toBeUndefined();
  expect(await listSubscriptions(database, input)).toHaveLength(1);
});

test('the subscriptions of another project are not found', async () => {
  const [one, other] = [await setUp(), await setUp()];
  const crossed = { ...one.input, scope: other.input.scope };
  const mixed = { ...other.input, subscriptionId: one.input.subscriptionId };
  for (const [input, code] of [
    [crossed, 'application.not-found'],
    [mixed, 'api-subscription.not-found'],
    [{ ...one.input, subscriptionId: randomUUID() }, 'api-subscription.not-found'],
  ] as const) {
    await expect(reveal(input)).rejects.toMatchObject({ kind: 'notFound', code });
    await expect(regenerate(input, 'primary')).rejects.toMatchObject({ kind: 'notFound', code });
    await expect(revoke(input)).rejects.toMatchObject({ kind: 'notFound', code });
  }
  await expect(listSubscriptions(bench().database, crossed)).rejects.toMatchObject({ kind: 'notFound' });
});

test.each(['', 'x', 'A'.repeat(32), '0'.repeat(31), '0'.repeat(33), `${'0'.repeat(31)}\n`, '0'.repeat(32)])(
  '%j is no key',
  async (text) => {
    expect(await find(text)).toBeUndefined();
  },
);

test('what is wrong with the application or its tenant is told with the key', async () => {
  const { write, acting } = bench();
  const { group, input, key } = await setUp();
  await write((t) => setApplicationDisabled(t, acting, { ...input, disabled: true }));
  expect(await find(key)).toMatchObject({ disabled: true, revoked: false });
  await write((t) => changeTenant(t, acting, { tenantId: group.tenantId, deactivated: true }));
  expect(await find(key)).toMatchObject({ tenantDeactivated: true });
});

test('the use of a key is noted, at most once a minute', async () => {
  const { database } = bench();
  const { input, key } = await setUp();
  const facts = await find(key);
  expect(facts?.isUseDue).toBe(true);
  await noteKeyUse(database, { subscriptionId: input.subscriptionId, slot: 'primary' });
  const noted = async () => (await listSubscriptions(database, input))[0]?.keys[0]?.lastUsedAt;
  const first = await noted();
  expect(first).toBeInstanceOf(Date);
  await noteKeyUse(database, { subscriptionId: input.subscriptionId, slot: 'primary' });
  expect(await noted()).toEqual(first);
  expect(await find(key)).toMatchObject({ isUseDue: false });
});
