import { sql } from 'kysely';
import pg from 'pg';
import type { Handle } from './open-database.ts';

const channel = 'portolan';
const pingEvery = 500;
const answerWithin = 2_000;
const reconnectAfter = 250;

export type BusHandler = (payload: string) => void;

export interface NotificationBus {
  /** Calls `handler` for each message of the topic, and with `onGap` whenever messages may have been missed. */
  subscribe(topic: string, handler: BusHandler, onGap?: () => void): () => void;
  /** False while the connection is down: whoever caches must not trust its cache then. */
  isLive(): boolean;
  close(): Promise<void>;
}

/** Tells every node once the transaction commits, and nobody when it does not. The payload is an id, never a secret. */
export const publish = async (handle: Handle, topic: string, payload: string): Promise<void> => {
  await sql`SELECT pg_notify(${channel}, ${JSON.stringify([topic, payload])})`.execute(handle);
};

interface Subscription {
  readonly topic: string;
  readonly handler: BusHandler;
  readonly onGap: (() => void) | undefined;
}

/**
 * One connection per process listens for what other nodes change. It is pinged all the time, because a partition is
 * silent; when it breaks, subscribers hear of the gap at once and again when it heals.
 */
export const openNotificationBus = async (
  connection: pg.ClientConfig,
  onError: (error: Error) => void,
): Promise<NotificationBus> => {
  const subscriptions = new Set<Subscription>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const announceGap = () => {
    for (const subscription of subscriptions) subscription.onGap?.();
  };

  const deliver = (message: pg.Notification) => {
    if (message.payload === undefined) return;
    const [topic, payload] = JSON.parse(message.payload) as [string, string];
    for (const subscription of subscriptions) {
      if (subscription.topic === topic) subscription.handler(payload);
    }
  };

  const lose = (lost: pg.Client, error: Error) => {
    if (client !== lost) return;
    client = undefined;
    clearTimeout(timer);
    lost.end().catch(() => undefined);
    announceGap();
    if (closed) return;
    onError(error);
    timer = setTimeout(connectOrRetry, reconnectAfter);
  };

  const ping = (current: pg.Client) => {
    timer = setTimeout(() => {
      current.query('SELECT 1').then(
        () => client === current && ping(current),
        (error: Error) => lose(current, error),
      );
    }, pingEvery);
  };

  const connect = async () => {
    const fresh = new pg.Client({
      ...connection,
      application_name: 'portolan bus',
      connectionTimeoutMillis: answerWithin,
      query_timeout: answerWithin,
      keepAlive: true,
    });
    fresh.on('error', (error) => lose(fresh, error));
    fresh.on('end', () => lose(fresh, new Error('The listening connection was closed')));
    fresh.on('notification', deliver);
    try {
      await fresh.connect();
      await fresh.query(`LISTEN ${channel}`);
    } catch (error) {
      fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
    announceGap();
    ping(fresh);
  };

  const connectOrRetry = () => {
    connect().catch((error: Error) => {
      if (closed) return;
      onError(error);
      timer = setTimeout(connectOrRetry, reconnectAfter);
    });
  };

  await connect();
  return {
    subscribe: (topic, handler, onGap) => {
      const subscription = { topic, handler, onGap };
      subscriptions.add(subscription);
      return () => subscriptions.delete(subscription);
    },
    isLive: () => client !== undefined,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      await last?.end();
    },
  };
};
