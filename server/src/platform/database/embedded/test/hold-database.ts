import { startEmbeddedPostgres } from '../start-embedded-postgres.ts';

/**
 * The program that tests start, kill and interrupt: `node hold-database.ts <data folder> [settings as JSON]`.
 * It says each step and then what it got, as a line of JSON each, and on SIGINT or SIGTERM asks the database a last
 * question, as a server does that drains, before it stops.
 */
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

const [dataFolder = '', settings = '{}'] = process.argv.slice(2);
try {
  const { default: pg } = await import('pg');
  const server = await startEmbeddedPostgres({
    dataFolder,
    settings: JSON.parse(settings),
    onStep: (step) => say({ step }),
  });
  const client = new pg.Client(server.connection);
  client.on('error', () => undefined);
  await client.connect();
  const end = async (signal: NodeJS.Signals) => {
    const { rows } = await client.query("SELECT 'answered' AS last");
    await client.end();
    await server.stop();
    say({ ended: { signal, last: rows[0]?.last } });
    process.exit(0);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  const { connection, adopted, recovered, pid } = server;
  say({ started: { connection, adopted, recovered, pid } });
  setInterval(() => undefined, 60_000);
} catch (error) {
  say({ refused: error instanceof Error ? error.message : String(error), problem: Object(error).problem });
  process.exit(1);
}
