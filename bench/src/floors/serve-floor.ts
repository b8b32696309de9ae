import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/** What a floor tells its starter: where it listens, and the headers that its requests need. */
export interface FloorMessage {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
}

// From the first moment on: whoever started us may be killed while we still fill our tables.
process.on('disconnect', () => process.exit());

/** The same number of connections as the product has by default. */
export const poolSize = 10;
/** The same for deployments, which the product keeps apart so that they stall nobody. */
export const deploymentConnections = 3;

export const serveFloor = async (app: FastifyInstance, headers: FloorMessage['headers'] = {}): Promise<void> => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The floor has no port.');
  // Whoever starts a floor by hand has no channel to it, and reads the port here.
  if (process.send === undefined) console.log(`http://127.0.0.1:${address.port}`, headers);
  else process.send({ port: address.port, headers } satisfies FloorMessage);
};

/** The connection that the starter chose, from the environment. */
export const readFloorConnection = (): pg.ClientConfig => {
  const text = process.env.FLOOR_DATABASE;
  if (text === undefined) throw new Error('FLOOR_DATABASE must hold the connection of a database, as JSON.');
  return JSON.parse(text) as pg.ClientConfig;
};
