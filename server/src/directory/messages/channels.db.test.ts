import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { acting, useDirectoryBench } from '../test/directory-bench.ts';
import { changeChannel } from './change-channel.ts';
import { createChannel } from './create-channel.ts';
import { deleteChannel } from './delete-channel.ts';
import { listChannelPreferences } from './list-channel-preferences.ts';
import { listChannels } from './list-channels.ts';
import { setChannelPreference } from './set-channel-preference.ts';

const bench = useDirectoryBench();
const write = async <Result>(work: (t: Transaction) => Promise<Result>): Promise<Result> =>
  await inTransaction(bench().database, work);

describe('channels of a service', () => {
  test('there is always a default one, made once whoever asks first', async () => {
    const serviceId = await bench().makeService();
    const lists = await Promise.all(Array.from({ length: 8 }, () => write((t) => listChannels(t, { serviceId }))));
    expect(new Set(lists.flat().map(({ id }) => id)).size).toBe(1);
    expect(lists[0]).toMatchObject([{ name: 'General', isDefault: true }]);
  });

  test('a channel of the default name becomes the default', async () => {
    const { makeService, database } = bench();
    const serviceId = await makeService();
    await database.insertInto('messageChannels').values({ serviceId, name: 'general' }).execute();
    expect(await write((t) => listChannels(t, { serviceId }))).toMatchObject([{ name: 'general', isDefault: true }]);
  });

  test('come, are renamed and go; the default one stays', async () => {
    const { makeService, auditOf } = bench();
    const serviceId = await makeService();
    const { id: channelId } = await write((t) =>
      createChannel(t, acting, { serviceId, name: ' News ', description: 'd' }),
    );
    const names = async () => (await write((t) => listChannels(t, { serviceId }))).map(({ name }) => name);
    expect(await names()).toEqual(['General', 'News']);
    await write((t) => changeChannel(t, acting, { serviceId, channelId, name: 'Alerts' }));
    expect(await names()).toEqual(['General', 'Alerts']);
    await expect(write((t) => createChannel(t, acting, { serviceId, name: 'ALERTS' }))).rejects.toMatchObject({
      constraint: 'message_channels_name_unique',
    });
    await write((t) => deleteChannel(t, acting, { serviceId, channelId }));
    expect(await names()).toEqual(['General']);
    expect(await auditOf(channelId)).toEqual(['channel.created', 'channel.changed', 'channel.deleted']);
    const [general] = await write((t) => listChannels(t, { serviceId }));
    const last = write((t) => deleteChannel(t, acting, { serviceId, channelId: general?.id ?? '' }));
    await expect(last).rejects.toMatchObject({ kind: 'conflict', code: 'channel.is-default' });
  });

  test.each(['', '  ', 'x'.repeat(101), 'a\u0000b'])('the name %j is refused', async (name) => {
    const serviceId = await bench().makeService();
    await expect(write((t) => createChannel(t, acting, { serviceId, name }))).rejects.toMatchObject({
      code: 'channel.invalid',
    });
  });

  test('channels of other services are not found', async () => {
    const { makeService } = bench();
    const [serviceId, other] = [await makeService(), await makeService()];
    const { id: channelId } = await write((t) => createChannel(t, acting, { serviceId: other, name: 'News' }));
    const notFound = { kind: 'notFound', code: 'channel.not-found' };
    await expect(write((t) => deleteChannel(t, acting, { serviceId, channelId }))).rejects.toMatchObject(notFound);
    await expect(write((t) => changeChannel(t, acting, { serviceId, channelId, name: 'x' }))).rejects.toMatchObject(
      notFound,
    );
  });
});

describe('preferences of a reader', () => {
  test('everything is wanted until the reader says otherwise, and each way counts for itself', async () => {
    const { makeService, makeUser, subscribe, database } = bench();
    const serviceId = await makeService();
    const user = await makeUser();
    const { id: channelId } = await write((t) => createChannel(t, acting, { serviceId, name: 'News' }));
    expect(await listChannelPreferences(database, { userId: user.id })).toEqual([]);
    await subscribe(user, serviceId);
    const wanted = async () =>
      (await listChannelPreferences(database, { userId: user.id })).map(
        ({ channelName, notificationCenter, email }) => [channelName, notificationCenter, email],
      );
    expect(await wanted()).toEqual([
      ['General', true, true],
      ['News', true, true],
    ]);
    await write((t) => setChannelPreference(t, acting, { userId: user.id, channelId, email: false }));
    await write((t) => setChannelPreference(t, acting, { userId: user.id, channelId, notificationCenter: false }));
    expect(await wanted()).toEqual([
      ['General', true, true],
      ['News', false, false],
    ]);
    await write((t) => setChannelPreference(t, acting, { userId: user.id, channelId, email: true }));
    expect(await wanted()).toEqual([
      ['General', true, true],
      ['News', false, true],
    ]);
  });

  test('channels of services that the reader does not subscribe to are not found', async () => {
    const { makeService, makeUser } = bench();
    const serviceId = await makeService();
    const { id } = await write((t) => createChannel(t, acting, { serviceId, name: 'News' }));
    const user = await makeUser();
    for (const channelId of [id, randomUUID()]) {
      const change = write((t) => setChannelPreference(t, acting, { userId: user.id, channelId, email: false }));
      await expect(change).rejects.toMatchObject({ kind: 'notFound' });
    }
  });
});
