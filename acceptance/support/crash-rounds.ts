import { countMissing, createWriterTable, readPostmaster, startWriter } from './embedded-database.ts';
import { type Portolan, startPortolan } from './start-portolan.ts';

export interface CrashReport {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly lost: number;
  /** Milliseconds from the start of the program to ready, after each crash. */
  readonly readyAfter: readonly number[];
}

export interface CrashOptions {
  readonly rounds: number;
  /** Which processes are killed, in turn. */
  readonly victims: readonly ('server' | 'database' | 'both')[];
  /** The control: rows counted before their commit, which a crash must lose. */
  readonly acknowledgeEarly?: boolean;
}

/** Kills the server, its database or both with kill -9 while rows are being committed; starts it again; counts. */
export const runCrashRounds = async (options: CrashOptions): Promise<CrashReport> => {
  const environment = { DATABASE_URL: '' };
  let server: Portolan = await startPortolan({ environment });
  await createWriterTable((await readPostmaster(server.data)).connection);
  const readyAfter: number[] = [];
  let [acknowledged, lost] = [0, 0];
  for (let round = 0; round < options.rounds; round += 1) {
    const victim = options.victims[round % options.victims.length] ?? 'both';
    const { pid, connection } = await readPostmaster(server.data);
    const writers = await Promise.all(
      [0, 1, 2, 3].map((n) => startWriter(connection, round * 10 + n, options.acknowledgeEarly)),
    );
    const enough = 40 + round * 17;
    while (writers.some((writer) => writer.acknowledged.length < enough))
      await new Promise((resolve) => setImmediate(resolve));
    if (victim !== 'database') server.process.kill('SIGKILL');
    if (victim !== 'server') process.kill(pid, 'SIGKILL');
    await server.end('SIGKILL');
    // A database that survived its server goes on committing until the next start takes it over.
    const begun = performance.now();
    server = await startPortolan({ data: server.data, environment });
    readyAfter.push(Math.round(performance.now() - begun));
    await Promise.all(writers.map((writer) => writer.ended));
    const { connection: now } = await readPostmaster(server.data);
    for (const [n, writer] of writers.entries()) {
      acknowledged += writer.acknowledged.length;
      lost += await countMissing(now, round * 10 + n, writer.acknowledged);
    }
  }
  await server.remove();
  return { rounds: options.rounds, acknowledged, lost, readyAfter };
};
