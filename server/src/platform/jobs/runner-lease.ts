import pg from 'pg';
import { type LeaseQuery, leaderLock, runnerLock } from './runner-lock.ts';

export interface LeaseOptions {
  readonly connection: pg.ClientConfig;
  /** Runs about once a second while the lease is held, and shows that the connection lives. */
  readonly beat: (query: LeaseQuery, ownId: string) => Promise<unknown>;
  /** How long the connection may be gone, in milliseconds, before the lease is given up. */
  readonly patience: number;
  readonly onError: (error: Error) => void;
}

/** Shows every node that this runner lives. Jobs may be taken only while it is held. */
export interface RunnerLease {
  /** Enters the runner. Once. */
  hold(runnerId: string): void;
  isHeld(): boolean;
  /** Settles when the lease is held, fails when it is given up. */
  whenHeld(): Promise<void>;
  /** Fires when others may take the jobs over. */
  readonly lost: AbortSignal;
  /** Elects one runner of all for the named work: a signal that ends with the office, undefined for the others. */
  lead(name: string): Promise<AbortSignal | undefined>;
  /** Gives back whatever is still locked by this runner and leaves. */
  release(): Promise<void>;
}

const beatEvery = 1_000;
const answerWithin = 3_000;
const reconnectAfter = 250;

interface Session {
  readonly client: pg.Client;
  readonly query: LeaseQuery;
  readonly ended: AbortController;
  readonly leads: Map<string, boolean>;
}

export const openRunnerLease = async (options: LeaseOptions): Promise<RunnerLease> => {
  const lost = new AbortController();
  let waiting = Promise.withResolvers<void>();
  waiting.promise.catch(() => undefined);
  let session: Session | undefined;
  let runnerId: string | undefined;
  let wasHeld = false;
  let held = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let patience: NodeJS.Timeout | undefined;

  const giveUp = (error: Error) => {
    if (lost.signal.aborted || closed) return;
    clearTimeout(patience);
    clearTimeout(timer);
    held = false;
    waiting.reject(error);
    lost.abort(error);
    options.onError(error);
    endSession(error);
  };

  const endSession = (error: Error) => {
    const last = session;
    session = undefined;
    last?.ended.abort(error);
    last?.client.end().catch(() => undefined);
  };

  const interrupt = (client: pg.Client, error: Error) => {
    if (session?.client !== client || closed || lost.signal.aborted) return;
    if (patience === undefined) options.onError(error);
    if (held) waiting = Promise.withResolvers<void>();
    waiting.promise.catch(() => undefined);
    held = false;
    endSession(error);
    clearTimeout(timer);
    patience ??= setTimeout(giveUp, options.patience, new Error('The job runner lost its lease on the database'));
    timer = setTimeout(reconnect, reconnectAfter);
  };

  // Says nothing when it fails: the interruption has been reported, and so will be the end of patience.
  const reconnect = () => {
    connect().catch(() => {
      if (closed || lost.signal.aborted) return;
      timer = setTimeout(reconnect, reconnectAfter);
    });
  };

  const connect = async () => {
    const client = createClient(options.connection);
    const fresh: Session = {
      client,
      query: async (text, values) => (await client.query(text, [...values])).rows,
      ended: new AbortController(),
      leads: new Map(),
    };
    client.on('error', (error) => interrupt(client, error));
    client.on('end', () => interrupt(client, new Error('The connection of the job runner was closed')));
    try {
      await client.connect();
      await client.query(tellDeathSoon);
      if (closed || lost.signal.aborted) throw new Error('The job runner stops');
      session = fresh;
      if (runnerId !== undefined) await claim(fresh, runnerId);
    } catch (error) {
      if (session === fresh) session = undefined;
      client.end().catch(() => undefined);
      throw error;
    }
  };

  const claim = async (current: Session, id: string) => {
    await current.query(`SELECT pg_advisory_lock(${runnerLock('$1')})`, [id]);
    const rows = await current.query(wasHeld ? findRunner : enterRunner, [id]);
    if (session !== current) return;
    if (rows.length === 0) return giveUp(new Error('Another node has taken over the jobs of this runner'));
    clearTimeout(patience);
    patience = undefined;
    wasHeld = true;
    held = true;
    waiting.resolve();
    beat(current, id);
  };

  const beat = (current: Session, id: string) => {
    timer = setTimeout(() => {
      options.beat(current.query, id).then(
        () => session === current && beat(current, id),
        (error: Error) => interrupt(current.client, error),
      );
    }, beatEvery);
  };

  await connect();
  return {
    hold: (id) => {
      runnerId = id;
      const current = session;
      if (current !== undefined) claim(current, id).catch((error: Error) => interrupt(current.client, error));
    },
    isHeld: () => held,
    whenHeld: () => waiting.promise,
    lost: lost.signal,
    lead: async (name) => {
      const current = session;
      if (current === undefined || !held) return undefined;
      if (current.leads.get(name) !== true) {
        const [row] = await current.query<{ leads: boolean }>(
          `SELECT pg_try_advisory_lock(${leaderLock('$1')}) AS leads`,
          [name],
        );
        current.leads.set(name, row?.leads === true);
      }
      return current.leads.get(name) === true && session === current ? current.ended.signal : undefined;
    },
    release: async () => {
      closed = true;
      clearTimeout(timer);
      clearTimeout(patience);
      held = false;
      waiting.reject(new Error('The job runner stops'));
      const last = session;
      session = undefined;
      if (last === undefined) return;
      last.ended.abort(new Error('The job runner stops'));
      try {
        if (runnerId !== undefined) await last.query(leave, [runnerId]);
      } catch (error) {
        options.onError(error instanceof Error ? error : new Error(String(error)));
      }
      await last.client.end().catch(() => undefined);
    },
  };
};

const createClient = (connection: pg.ClientConfig): pg.Client =>
  new pg.Client({
    ...connection,
    application_name: 'portolan job lease',
    connectionTimeoutMillis: answerWithin,
    query_timeout: answerWithin,
    statement_timeout: answerWithin,
    keepAlive: true,
  });

// So that the server notices within 15 seconds when this machine vanishes from the network without a word.
const tellDeathSoon = 'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 2';

// "DO UPDATE" so that a row that an interrupted first try left behind is given back too.
const enterRunner =
  'INSERT INTO job_runners (id) VALUES ($1) ON CONFLICT ON CONSTRAINT job_runners_pkey DO UPDATE SET id = excluded.id RETURNING id';
const findRunner = 'SELECT id FROM job_runners WHERE id = $1';
const leave = `
  WITH gone AS (DELETE FROM job_runners WHERE id = $1 RETURNING id)
  SELECT graphile_worker.force_unlock_workers(array_agg(id)) FROM gone`;
