import { describe, expect, test } from 'vitest';
import { askForSubscription } from '../subscriptions/ask-for-subscription.ts';
import { settleSubscription } from '../subscriptions/settle-subscription.ts';
import { countSubscribersOfLevel } from '../subscriptions/subscription-store.ts';
import { type ServiceOptions, useDirectoryBench } from '../test/directory-bench.ts';
import { pathOf, subscriberCalls } from '../test/subscriber-calls.ts';

const bench = useDirectoryBench();
const { setUp, put, stateOf } = subscriberCalls(bench);
const acting = { actor: { kind: 'system' } };

describe('access levels', () => {
  const levels = ['Reader', 'Editor'];

  test('the first without a role, another one by name, back by PUT without a role', async () => {
    const { caller, path, serviceId, user } = await setUp({ levels });
    await put(caller, path);
    expect(await stateOf(caller, path)).toEqual({ state: 'subscribing', role: 'Reader' });
    await put(caller, path, { role: 'Editor' });
    expect(await stateOf(caller, path)).toEqual({ state: 'subscribing', role: 'Editor' });
    await put(caller, path, { role: null });
    expect(await stateOf(caller, path)).toEqual({ state: 'subscribing', role: 'Reader' });
    expect(await bench().auditOf(`${serviceId}/${user.id}`)).toEqual([
      'subscription.subscribing',
      'subscription.changed',
      'subscription.changed',
    ]);
  });

  test('an unknown level is 400 and changes nothing', async () => {
    const { caller, path } = await setUp({ levels });
    const answer = await put(caller, path, { role: 'Owner' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ subCode: 10, message: expect.stringContaining('Reader, Editor') });
    expect(await stateOf(caller, path)).toEqual({ state: 'notSubscribing', role: null });
  });

  test('switched off, roles are ignored', async () => {
    const { caller, path } = await setUp();
    expect((await put(caller, path, { role: 'Whatever' })).statusCode).toBe(204);
    expect(await stateOf(caller, path)).toEqual({ state: 'subscribing', role: null });
  });

  test('are held by those who subscribe, and by nobody else', async () => {
    const { caller, path, serviceId } = await setUp({ levels });
    const { database } = bench();
    const level = await database
      .selectFrom('serviceAccessLevels')
      .select('id')
      .where('serviceId', '=', serviceId)
      .where('name', '=', 'Editor')
      .executeTakeFirstOrThrow();
    expect(await countSubscribersOfLevel(database, level.id)).toBe(0);
    await put(caller, path, { role: 'Editor' });
    expect(await countSubscribersOfLevel(database, level.id)).toBe(1);
    await expect(database.deleteFrom('serviceAccessLevels').where('id', '=', level.id).execute()).rejects.toThrow(
      'subscriptions_level_fkey',
    );
    await bench().ask(caller, 'DELETE', path);
    expect(await countSubscribersOfLevel(database, level.id)).toBe(0);
    await database.deleteFrom('serviceAccessLevels').where('id', '=', level.id).execute();
  });
});

describe('a nested service', () => {
  test('reads the subscriptions of its root, and writes none', async () => {
    const { serviceId: rootId, user } = await setUp({ name: 'The root' });
    const childId = await bench().makeService({ parentId: rootId });
    const grandchildId = await bench().makeService({ parentId: childId, rootId });
    const caller = await bench().makeApplication({ services: [rootId, childId, grandchildId] });
    for (const id of [childId, grandchildId]) {
      for (const method of ['PUT', 'DELETE']) {
        const answer = await bench().ask(caller, method, pathOf(id, user));
        expect(answer.statusCode).toBe(400);
        expect(answer.json().message).toContain(`root service ${rootId} (The root)`);
      }
    }
    expect((await put(caller, pathOf(rootId, user))).statusCode).toBe(204);
    expect(await stateOf(caller, pathOf(grandchildId, user))).toEqual({ state: 'subscribing', role: null });
    const list = await bench().ask(caller, 'GET', `/this/services/${childId}/subscribers?page=0&pageSize=5`);
    expect(list.json().map(({ id }: { id: string }) => id)).toEqual([user.id]);
  });
});

describe('an approval', () => {
  test('is needed: the subscription waits, is approved, removed, asked for again and rejected', async () => {
    const { caller, path, serviceId, user } = await setUp({ approvalNeeded: true, notification: 'send' });
    const settle = async (decision: 'approve' | 'reject' | 'fail' | 'recover') =>
      await settleSubscription(bench().deps, acting, {
        serviceId,
        userId: user.id,
        tenantId: user.tenantId,
        seesTenant: true,
        decision,
      });
    const shown = async () => (await stateOf(caller, path)).state;
    await put(caller, path);
    await put(caller, path);
    expect(await shown()).toBe('pending');
    expect((await bench().ask(caller, 'GET', `/this/subscribers?page=0&pageSize=5`)).json()).toEqual([]);
    await settle('approve');
    expect(await shown()).toBe('subscribing');
    await expect(settle('approve')).rejects.toMatchObject({ kind: 'conflict', code: 'subscription.state' });
    await bench().ask(caller, 'DELETE', path);
    expect(await shown()).toBe('notSubscribing');
    await put(caller, path);
    await settle('reject');
    expect(await shown()).toBe('rejected');
    await put(caller, path);
    await bench().ask(caller, 'DELETE', path);
    expect(await shown()).toBe('rejected');
    await put(caller, path);
    await settle('fail');
    expect(await shown()).toBe('error');
    await settle('recover');
    expect(await shown()).toBe('pending');
    const states = [
      'pending',
      'subscribing',
      'notSubscribing',
      'pending',
      'rejected',
      'pending',
      'rejected',
      'pending',
    ];
    expect(await bench().auditOf(`${serviceId}/${user.id}`)).toEqual(
      [...states, 'error', 'pending'].map((state) => `subscription.${state}`),
    );
    expect(await bench().mailsTo(user.email)).toHaveLength(states.length);
  });

  test('one of fifty deciders wins', async () => {
    const { caller, path, serviceId, user } = await setUp({ approvalNeeded: true });
    await put(caller, path);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, async (_, place) =>
        settleSubscription(bench().deps, acting, {
          serviceId,
          userId: user.id,
          tenantId: user.tenantId,
          seesTenant: true,
          decision: place % 2 === 0 ? 'approve' : 'reject',
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await bench().auditOf(`${serviceId}/${user.id}`)).length).toBe(2);
  });

  test('people ask by themselves only where the service is open to that', async () => {
    const ask = async (options: ServiceOptions) => {
      const { serviceId, user, caller, path } = await setUp(options);
      await askForSubscription(bench().deps, acting, { serviceId, user });
      return (await stateOf(caller, path)).state;
    };
    expect(await ask({ selfSubscribe: true })).toBe('subscribing');
    expect(await ask({ selfSubscribe: true, approvalNeeded: true })).toBe('pending');
    await expect(ask({})).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('a limit of subscribers', () => {
  test('is kept, also by many at once; who leaves makes room', async () => {
    const serviceId = await bench().makeService({ subscriberLimit: 3 });
    const caller = await bench().makeApplication({ services: [serviceId] });
    const users = await Promise.all(Array.from({ length: 10 }, async () => await bench().makeUser()));
    const answers = await Promise.all(users.map(async (user) => await put(caller, pathOf(serviceId, user))));
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(3);
    const refused = answers.find(({ statusCode }) => statusCode === 400);
    expect(refused?.json()).toMatchObject({ subCode: 10, information: 'subscription.limit-reached' });
    const [first] = users.filter((_, place) => answers[place]?.statusCode === 204);
    const [other] = users.filter((_, place) => answers[place]?.statusCode === 400);
    if (first === undefined || other === undefined) throw new Error('nobody was refused');
    // Changing what one has needs no room.
    expect((await put(caller, pathOf(serviceId, first))).statusCode).toBe(204);
    await bench().ask(caller, 'DELETE', pathOf(serviceId, first));
    expect((await put(caller, pathOf(serviceId, other))).statusCode).toBe(204);
  });
});

describe('notifications', () => {
  test.each([
    ['send', undefined, true],
    ['send', 'suppress', false],
    ['send', 'none', true],
    ['suppress', undefined, false],
    ['suppress', 'send', true],
    ['suppress', 'none', false],
  ] as const)('the service says %s, PUT says %s: mail %s', async (notification, override, isSent) => {
    const { caller, path, user } = await setUp({ notification, name: 'Weather <b>' });
    await put(caller, path, override === undefined ? {} : { overrideNotificationSettings: override });
    await put(caller, path, override === undefined ? {} : { overrideNotificationSettings: override });
    const mails = await bench().mailsTo(user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(isSent ? ['You have access to Weather <b>'] : []);
  });

  test.each([
    ['send', undefined, 1],
    ['send', '', 1],
    ['send', 'true', 0],
    ['send', 'True', 0],
    ['send', 'false', 1],
    ['suppress', 'false', 0],
  ] as const)(
    'the service says %s, DELETE with suppressNotification %j: %s mail',
    async (notification, header, count) => {
      const { caller, path, user } = await setUp({ notification });
      await put(caller, path, { overrideNotificationSettings: 'suppress' });
      const headers = header === undefined ? {} : { suppressNotification: header };
      expect((await bench().ask(caller, 'DELETE', path, { headers })).statusCode).toBe(204);
      expect(await bench().mailsTo(user.email)).toHaveLength(count);
    },
  );

  test('wrong words are 400', async () => {
    const { caller, path } = await setUp();
    expect((await put(caller, path, { overrideNotificationSettings: 'loud' })).statusCode).toBe(400);
    const headers = { suppressNotification: 'perhaps' };
    expect((await bench().ask(caller, 'DELETE', path, { headers })).statusCode).toBe(400);
  });
});
