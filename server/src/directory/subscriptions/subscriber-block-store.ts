import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';

/** The subscribers of one service in one tenant: one list, cut into blocks of known size. */
export interface SubscriberList {
  readonly serviceId: string;
  readonly tenantId: string;
}

export interface Block {
  readonly firstKey: string;
  readonly firstUserId: string;
  readonly subscribers: number;
  /** Where the next block begins; null for the last. */
  readonly endKey: string | null;
  readonly endUserId: string | null;
}

/** What a block is cut to, above which size it is cut, and below which it joins the one before. */
export const blockSizes = { cut: 1_024, most: 2_048, least: 128 } as const;

const nobody = '00000000-0000-0000-0000-000000000000';

/** One node at a time keeps the blocks. False: somebody else does. */
export const tryLockBlocks = async (transaction: Transaction): Promise<boolean> => {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('subscriber blocks', 0)) AS locked`.execute(transaction);
  return rows[0]?.locked === true;
};

export const selectNotedLists = async (handle: Handle, most: number): Promise<SubscriberList[]> => {
  const { rows } = await sql<SubscriberList>`
    SELECT DISTINCT service_id, tenant_id FROM subscriber_notes LIMIT ${most}`.execute(handle);
  return rows;
};

/** Makes the block with which every list begins. False when the service is gone, and its notes with it. */
export const ensureFirstBlock = async (transaction: Transaction, list: SubscriberList): Promise<boolean> => {
  const { rows } = await sql<{ isThere: boolean }>`
    WITH service AS (SELECT id FROM services WHERE id = ${list.serviceId} FOR KEY SHARE),
    made AS (
      INSERT INTO subscriber_blocks (service_id, tenant_id, first_key, first_user_id, subscribers)
      SELECT id, ${list.tenantId}::uuid, '', ${nobody}::uuid, 0 FROM service ON CONFLICT DO NOTHING
    ),
    forgotten AS (
      DELETE FROM subscriber_notes WHERE service_id = ${list.serviceId} AND NOT EXISTS (SELECT FROM service)
    )
    SELECT EXISTS (SELECT FROM service) AS is_there`.execute(transaction);
  return rows[0]?.isThere === true;
};

/** Adds notes to the blocks that they belong to. Gives how many there were. */
export const moveNotes = async (transaction: Transaction, list: SubscriberList, most: number): Promise<number> => {
  const { rows } = await sql<{ taken: number }>`
    WITH taken AS (
      DELETE FROM subscriber_notes
      WHERE service_id = ${list.serviceId} AND tenant_id = ${list.tenantId} AND id <= coalesce((
        SELECT id FROM subscriber_notes WHERE service_id = ${list.serviceId} AND tenant_id = ${list.tenantId}
        ORDER BY id OFFSET ${most - 1}::bigint LIMIT 1
      ), 9223372036854775807)
      RETURNING name_key, user_id, change
    ),
    sums AS (
      SELECT block.first_key, block.first_user_id, sum(taken.change)::integer AS change
      FROM taken CROSS JOIN LATERAL (
        SELECT b.first_key, b.first_user_id FROM subscriber_blocks b
        WHERE b.service_id = ${list.serviceId} AND b.tenant_id = ${list.tenantId}
          AND (b.first_key, b.first_user_id) <= (taken.name_key, taken.user_id)
        ORDER BY b.first_key DESC, b.first_user_id DESC LIMIT 1
      ) AS block
      GROUP BY block.first_key, block.first_user_id
    ),
    changed AS (
      UPDATE subscriber_blocks b SET subscribers = b.subscribers + sums.change FROM sums
      WHERE b.service_id = ${list.serviceId} AND b.tenant_id = ${list.tenantId}
        AND b.first_key = sums.first_key AND b.first_user_id = sums.first_user_id AND sums.change <> 0
    )
    SELECT count(*)::integer AS taken FROM taken`.execute(transaction);
  return rows[0]?.taken ?? 0;
};

/** Blocks that have grown too large, and all but the first that have become too small; in the order of the list. */
export const selectUnevenBlocks = async (transaction: Transaction, list: SubscriberList): Promise<Block[]> => {
  const { rows } = await sql<Block>`
    SELECT * FROM (
      SELECT first_key, first_user_id, subscribers, lead(first_key) OVER near AS end_key,
        lead(first_user_id) OVER near AS end_user_id
      FROM subscriber_blocks WHERE service_id = ${list.serviceId} AND tenant_id = ${list.tenantId}
      WINDOW near AS (ORDER BY first_key, first_user_id)
    ) AS b
    WHERE subscribers > ${blockSizes.most}
      OR (subscribers < ${blockSizes.least} AND (first_key, first_user_id) <> ('', ${nobody}::uuid))
    ORDER BY first_key, first_user_id`.execute(transaction);
  return rows;
};

/**
 * Cuts a block into pieces. Each number is counted anew from the subscribers and the notes of one snapshot, so it is right
 * whatever others write at the same time, and whatever it was before.
 */
export const cutBlock = async (transaction: Transaction, list: SubscriberList, block: Block): Promise<void> => {
  const within = sql`(name_key, user_id) >= (${block.firstKey}, ${block.firstUserId}::uuid)
    AND (${block.endKey}::text IS NULL OR (name_key, user_id) < (${block.endKey}, ${block.endUserId}::uuid))`;
  await sql`
    WITH listed AS MATERIALIZED (
      SELECT name_key, user_id, row_number() OVER (ORDER BY name_key, user_id) AS place FROM subscriptions
      WHERE service_id = ${list.serviceId} AND tenant_id = ${list.tenantId} AND state = 'subscribing' AND ${within}
    ),
    noted AS MATERIALIZED (
      SELECT name_key, user_id, change FROM subscriber_notes
      WHERE service_id = ${list.serviceId} AND tenant_id = ${list.tenantId} AND ${within}
    ),
    cuts AS (
      SELECT ${block.firstKey}::text COLLATE "C" AS first_key, ${block.firstUserId}::uuid AS first_user_id,
        1::bigint AS place
      UNION ALL
      SELECT name_key, user_id, place FROM listed WHERE place > 1 AND place % ${blockSizes.cut}::bigint = 1
    ),
    pieces AS (
      SELECT first_key, first_user_id, lead(first_key) OVER near AS end_key, lead(first_user_id) OVER near AS end_user_id,
        coalesce(lead(place) OVER near, (SELECT count(*) + 1 FROM listed)) - place AS number
      FROM cuts WINDOW near AS (ORDER BY place)
    )
    INSERT INTO subscriber_blocks (service_id, tenant_id, first_key, first_user_id, subscribers)
    SELECT ${list.serviceId}::uuid, ${list.tenantId}::uuid, p.first_key, p.first_user_id, p.number - (
      SELECT coalesce(sum(change), 0) FROM noted
      WHERE (name_key, user_id) >= (p.first_key, p.first_user_id)
        AND (p.end_key IS NULL OR (name_key, user_id) < (p.end_key, p.end_user_id))
    )
    FROM pieces p
    ON CONFLICT ON CONSTRAINT subscriber_blocks_pkey DO UPDATE SET subscribers = excluded.subscribers`.execute(
    transaction,
  );
};

/** Gives a block's subscribers to the block before it. */
export const joinBlock = async (transaction: Transaction, list: SubscriberList, block: Block): Promise<void> => {
  await sql`
    WITH gone AS (
      DELETE FROM subscriber_blocks
      WHERE service_id = ${list.serviceId} AND tenant_id = ${list.tenantId}
        AND first_key = ${block.firstKey} AND first_user_id = ${block.firstUserId}
      RETURNING first_key, first_user_id, subscribers
    ),
    earlier AS (
      SELECT b.first_key, b.first_user_id FROM subscriber_blocks b CROSS JOIN gone
      WHERE b.service_id = ${list.serviceId} AND b.tenant_id = ${list.tenantId}
        AND (b.first_key, b.first_user_id) < (gone.first_key, gone.first_user_id)
      ORDER BY b.first_key DESC, b.first_user_id DESC LIMIT 1
    )
    UPDATE subscriber_blocks b SET subscribers = b.subscribers + gone.subscribers FROM earlier, gone
    WHERE b.service_id = ${list.serviceId} AND b.tenant_id = ${list.tenantId}
      AND b.first_key = earlier.first_key AND b.first_user_id = earlier.first_user_id`.execute(transaction);
};

/** Adds the numbers up again, from the first block to the last. */
export const renumberBlocks = async (transaction: Transaction, list: SubscriberList): Promise<void> => {
  await sql`
    UPDATE subscriber_blocks b SET preceding = counted.preceding
    FROM (
      SELECT first_key, first_user_id,
        sum(subscribers) OVER (ORDER BY first_key, first_user_id ROWS UNBOUNDED PRECEDING) - subscribers AS preceding
      FROM subscriber_blocks WHERE service_id = ${list.serviceId} AND tenant_id = ${list.tenantId}
    ) AS counted
    WHERE b.service_id = ${list.serviceId} AND b.tenant_id = ${list.tenantId}
      AND b.first_key = counted.first_key AND b.first_user_id = counted.first_user_id
      AND b.preceding <> counted.preceding`.execute(transaction);
};
