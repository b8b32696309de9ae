import { expect, test } from 'vitest';
import type { SubscribedService } from '../subscriptions/subscription.ts';
import { planSubscriptions } from './plan-subscriptions.ts';
import { readRegistrations } from './read-registrations.ts';

const service = (id: string, more: Partial<SubscribedService> = {}): SubscribedService => ({
  id,
  rootId: id,
  name: id,
  tenantId: 't',
  serviceUrl: null,
  approvalNeeded: false,
  selfSubscribe: false,
  notification: 'send',
  subscriberLimit: null,
  levels: null,
  ...more,
});
const uuid = (digit: string) => `${digit.repeat(8)}-0000-0000-0000-000000000000`;
const plain = service(uuid('1'));
const leveled = service(uuid('2'), { levels: [{ id: 'l', name: 'Reader' }] });
const child = service(uuid('3'), { rootId: uuid('1'), name: 'Root' });

const plan = (options: object, services: readonly SubscribedService[]) => {
  const { registrations } = readRegistrations([{ email: 'a@b.c', options }], () => '/0');
  const planned = planSubscriptions(registrations, services);
  return {
    planned: planned.registrations[0]?.planned.map(({ service: { id }, level, hasRole }) => [id, level?.name, hasRole]),
    problems: planned.problems.map(({ path, message }) => [path, message]),
  };
};
const create = { createSubscription: true };

test.each([
  ['the only service', create, [plain], [plain.id, undefined, false]],
  ['a role where there are none', { ...create, role: 'x' }, [plain], [plain.id, undefined, true]],
  ['the first level', { ...create, serviceId: leveled.id }, [plain, leveled], [leveled.id, 'Reader', false]],
  ['a level', { ...create, serviceId: leveled.id, role: 'Reader' }, [leveled], [leveled.id, 'Reader', true]],
])('%s', (_case, options, services, expected) => {
  expect(plan(options, services)).toEqual({ planned: [expected], problems: [] });
});

test.each([
  [
    'several services and none named',
    create,
    [plain, leveled],
    '/0/options/serviceId',
    `several services: ${plain.id}, ${leveled.id}`,
  ],
  [
    'a service of somebody else',
    { ...create, serviceId: uuid('9') },
    [plain],
    '/0/options/serviceId',
    'must be a service whose subscriptions',
  ],
  ['no service at all', create, [], '/0/options/serviceId', 'must be a service whose subscriptions'],
  ['an unknown level', { ...create, role: 'Owner' }, [leveled], '/0/options/role', 'must be an access level'],
  [
    'a child',
    { subscriptions: [{ serviceId: child.id }] },
    [child],
    '/0/options/subscriptions/0/serviceId',
    `root service ${plain.id}`,
  ],
])('%s is a problem', (_case, options, services, path, words) => {
  expect(plan(options, services)).toEqual({ planned: [], problems: [[path, expect.stringContaining(words)]] });
});
