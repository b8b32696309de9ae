import net from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long connections that are open, but idle just now, still get an answer to one more request. */
const graceForIdle = 1_000;

export interface Drain {
  /** From here on the server is not ready for new clients, though it still serves. */
  isDraining(): boolean;
  watch(app: FastifyInstance): void;
  /** Finishes what is under way, then closes; gives up after `deadline` milliseconds. Resolves to true when all finished. */
  finish(app: FastifyInstance, deadline: number): Promise<boolean>;
}

/**
 * Stops a server without failing a request. The port is given up first, while clients still hold their connections: a
 * client that is told to reconnect before that would be caught in the queue of the port and cut. Then every answer ends
 * its connection, and only then what is still idle is closed, which Node's own close would do at once.
 */
export const createDrain = (): Drain => {
  let draining = false;
  let lastCall = false;
  return {
    isDraining: () => draining,
    watch: (app) => {
      app.addHook('onSend', async (_request, reply) => {
        if (lastCall) reply.header('connection', 'close');
      });
    },
    finish: async (app, deadline) => {
      draining = true;
      if (app.server.listening) net.Server.prototype.close.call(app.server);
      lastCall = true;
      await pause(graceForIdle);
      const closed = app.close().then(() => true);
      const inTime = await Promise.race([closed, pause(deadline).then(() => false)]);
      if (!inTime) app.server.closeAllConnections();
      return inTime;
    },
  };
};

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
