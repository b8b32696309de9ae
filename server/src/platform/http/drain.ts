import net from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long connections that are just being opened still get an answer after the server stopped listening. */
const graceForNewcomers = 500;

export interface Drain {
  isDraining(): boolean;
  watch(app: FastifyInstance): void;
  /** Finishes what is under way, then closes; gives up after `deadline` milliseconds. Resolves to true when all finished. */
  finish(app: FastifyInstance, deadline: number): Promise<boolean>;
}

/**
 * Stops a server without failing a request: first every answer tells its client to open a new connection next time,
 * then the port is given up, then what is still under way may end. Node's own close would cut connections on which a
 * request is just arriving.
 */
export const createDrain = (): Drain => {
  let draining = false;
  return {
    isDraining: () => draining,
    watch: (app) => {
      app.addHook('onSend', async (_request, reply) => {
        if (draining) reply.header('connection', 'close');
      });
    },
    finish: async (app, deadline) => {
      draining = true;
      await pause(graceForNewcomers);
      if (app.server.listening) net.Server.prototype.close.call(app.server);
      await pause(graceForNewcomers);
      const closed = app.close().then(() => true);
      const inTime = await Promise.race([closed, pause(deadline).then(() => false)]);
      if (!inTime) app.server.closeAllConnections();
      return inTime;
    },
  };
};

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
