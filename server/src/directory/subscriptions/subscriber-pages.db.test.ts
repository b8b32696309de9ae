import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { changeProfile, deleteUser, systemTenantId } from '../../accounts/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { useDirectoryBench } from '../test/directory-bench.ts';
import { foldSubscriberNotes } from './fold-subscriber-notes.ts';
import { blockSizes } from './subscriber-block-store.ts';
import { selectSubscribersPage } from './subscriber-list-store.ts';
import { countSubscribers } from './subscription-store.ts';

const bench = useDirectoryBench();
const acting = { actor: { kind: 'system' } };

let serviceId: string;
beforeEach(async () => {
  serviceId = await bench().makeService();
});

/** People with names in no order, straight into the tables: triggers see them as they see everybody. */
const addSubscribers = async (count: number, tenantId = systemTenantId): Promise<void> => {
  await sql`
    WITH people AS (
      INSERT INTO users (tenant_id, email, display_name, activated_at)
      SELECT ${tenantId}, gen_random_uuid() || '@example.com', md5(i || random()::text), now()
      FROM generate_series(1, ${count}::int) AS i
      RETURNING id, tenant_id, display_name_key
    )
    INSERT INTO subscriptions (service_id, user_id, tenant_id, name_key, state)
    SELECT ${serviceId}, id, tenant_id, display_name_key, 'subscribing' FROM people`.execute(bench().database);
};

const plainList = async (tenantId = systemTenantId): Promise<string[]> => {
  const { rows } = await sql<{ userId: string }>`
    SELECT s.user_id FROM subscriptions s JOIN users u ON u.id = s.user_id
    WHERE s.service_id = ${serviceId} AND s.tenant_id = ${tenantId} AND s.state = 'subscribing'
    ORDER BY u.display_name_key, u.id`.execute(bench().database);
  return rows.map(({ userId }) => userId);
};

const page = async (skip: number, limit: number, tenantId = systemTenantId): Promise<string[]> =>
  (await selectSubscribersPage(bench().database, { serviceId, tenantId, skip, limit })).map(({ id }) => id);

const expectExactPages = async (tenantId = systemTenantId): Promise<void> => {
  const all = await plainList(tenantId);
  const starts = [0, 1, 1_023, 1_024, 1_025, 1_026, 2_047, 2_048, 3_000, all.length - 1, all.length, all.length + 7];
  const more = Array.from({ length: 12 }, () => Math.floor(Math.random() * all.length));
  for (const skip of [...starts, ...more].filter((start) => start >= 0)) {
    expect(await page(skip, 50, tenantId)).toEqual(all.slice(skip, skip + 50));
  }
};

const blocks = async () =>
  await bench()
    .database.selectFrom('subscriberBlocks')
    .select(['firstKey', 'subscribers', 'preceding'])
    .where('serviceId', '=', serviceId)
    .orderBy('firstKey')
    .execute();

const waitingNotes = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM subscriber_notes WHERE service_id = ${serviceId}`.execute(bench().database);
  return rows[0]?.count ?? 0;
};

/** Blocks whose number and notes do not add up to their subscribers, or whose preceding blocks do not; in one snapshot. */
const wrongBlocks = async (): Promise<unknown[]> => {
  const { rows } = await sql<unknown>`
    WITH spans AS (
      SELECT *, lead(first_key) OVER near AS end_key, lead(first_user_id) OVER near AS end_user_id,
        sum(subscribers) OVER (near ROWS UNBOUNDED PRECEDING) - subscribers AS added_up
      FROM subscriber_blocks WHERE service_id = ${serviceId}
      WINDOW near AS (PARTITION BY tenant_id ORDER BY first_key, first_user_id)
    )
    SELECT b.first_key, b.subscribers, b.preceding, b.added_up
    FROM spans b
    WHERE b.preceding <> b.added_up OR b.subscribers <> (
      SELECT count(*) FROM subscriptions s
      WHERE s.service_id = b.service_id AND s.tenant_id = b.tenant_id AND s.state = 'subscribing'
        AND (s.name_key, s.user_id) >= (b.first_key, b.first_user_id)
        AND (b.end_key IS NULL OR (s.name_key, s.user_id) < (b.end_key, b.end_user_id))
    ) - (
      SELECT coalesce(sum(n.change), 0) FROM subscriber_notes n
      WHERE n.service_id = b.service_id AND n.tenant_id = b.tenant_id
        AND (n.name_key, n.user_id) >= (b.first_key, b.first_user_id)
        AND (b.end_key IS NULL OR (n.name_key, n.user_id) < (b.end_key, b.end_user_id))
    )`.execute(bench().database);
  return rows;
};

const fold = async () => await foldSubscriberNotes(bench().deps);

describe('pages of subscribers', () => {
  test('are exact before anything is folded, and after', async () => {
    await addSubscribers(5_000);
    await expectExactPages();
    await fold();
    expect(await waitingNotes()).toBe(0);
    expect((await blocks()).length).toBe(5);
    await expectExactPages();
    expect(await countSubscribers(bench().database, serviceId)).toBe(5_000);
  });

  test('are exact with notes that wait, added and removed', async () => {
    await addSubscribers(4_000);
    await fold();
    await addSubscribers(1_500);
    const { database } = bench();
    await sql`UPDATE subscriptions SET state = 'notSubscribing'
      WHERE service_id = ${serviceId} AND name_key LIKE ANY (ARRAY['0%', '3%', 'e%'])`.execute(database);
    expect(await waitingNotes()).toBeGreaterThan(1_500);
    await expectExactPages();
    await fold();
    await expectExactPages();
    expect(await wrongBlocks()).toEqual([]);
  });

  test('follow names: who is renamed stands elsewhere at once', async () => {
    await addSubscribers(3_000);
    await fold();
    const [first = '', second = ''] = await plainList();
    const scope = { tenantId: systemTenantId };
    await inTransaction(bench().database, (t) =>
      changeProfile(t, acting, { userId: first, scope, changes: { displayName: 'zzz' } }),
    );
    expect((await page(0, 1))[0]).toBe(second);
    expect(await page(2_999, 5)).toEqual([first]);
    await fold();
    expect(await page(2_999, 5)).toEqual([first]);
    expect(await wrongBlocks()).toEqual([]);
  });

  test('lose who is deleted', async () => {
    await addSubscribers(1_100);
    await fold();
    const [first = ''] = await plainList();
    await inTransaction(bench().database, (t) =>
      deleteUser(t, acting, { userId: first, scope: { tenantId: systemTenantId } }),
    );
    expect(await page(1_098, 5)).toHaveLength(1);
    await fold();
    expect(await wrongBlocks()).toEqual([]);
    expect(await countSubscribers(bench().database, serviceId)).toBe(1_099);
  });

  test('of one tenant know nothing of another', async () => {
    const tenantId = await bench().makeTenant();
    await addSubscribers(1_500, tenantId);
    await addSubscribers(1_300);
    await fold();
    await expectExactPages(tenantId);
    await expectExactPages();
    expect(await countSubscribers(bench().database, serviceId)).toBe(2_800);
  });
});

describe('blocks', () => {
  test('are cut when they grow, and joined when they shrink', async () => {
    await addSubscribers(6_000);
    await fold();
    const before = await blocks();
    expect(before.every(({ subscribers }) => subscribers <= blockSizes.most)).toBe(true);
    await sql`UPDATE subscriptions SET state = 'notSubscribing'
      WHERE service_id = ${serviceId} AND name_key > '2'`.execute(bench().database);
    await fold();
    const after = await blocks();
    expect(after.length).toBeLessThan(before.length);
    expect(after.slice(1).every(({ subscribers }) => subscribers >= blockSizes.least)).toBe(true);
    await expectExactPages();
    expect(await wrongBlocks()).toEqual([]);
  });

  test('go with their service, and so do notes', async () => {
    await addSubscribers(50);
    await fold();
    await addSubscribers(5);
    await sql`DELETE FROM resources WHERE id = ${serviceId}`.execute(bench().database);
    expect(await blocks()).toEqual([]);
    // Those of before; a service with a million subscribers does not write a million more while it goes.
    expect(await waitingNotes()).toBe(5);
    await fold();
    expect(await waitingNotes()).toBe(0);
  });

  test('stay right while many write and somebody folds all the time', async () => {
    await addSubscribers(3_000);
    const { database } = bench();
    const everybody = await plainList();
    let isWriting = true;
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let round = 0; round < 40; round += 1) {
        const userId = everybody[(writer * 487 + round * 73) % everybody.length] ?? '';
        const other = round % 2 === 0 ? 'notSubscribing' : 'subscribing';
        await sql`UPDATE subscriptions SET state = ${other} WHERE service_id = ${serviceId} AND user_id = ${userId}`.execute(
          database,
        );
      }
    });
    const wrong: unknown[] = [];
    const folder = (async () => {
      while (isWriting) {
        await fold();
        wrong.push(...(await wrongBlocks()));
      }
    })();
    await Promise.all(writers);
    isWriting = false;
    await folder;
    expect(wrong).toEqual([]);
    await fold();
    await expectExactPages();
    expect(await countSubscribers(database, serviceId)).toBe((await plainList()).length);
  });

  test('control: a change behind the back of the triggers is found', async () => {
    await addSubscribers(20);
    await fold();
    await sql`UPDATE subscriber_blocks SET subscribers = subscribers + 1 WHERE service_id = ${serviceId}`.execute(
      bench().database,
    );
    expect(await wrongBlocks()).toHaveLength(1);
  });
});
