import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Between a driver and its store, for tests: cuts or silences connections after so many bytes of the answer. */
export interface CuttingProxy {
  readonly port: number;
  /** What happens to each connection once it has carried so many bytes in that direction; undefined heals. */
  fault: { readonly on: 'answer' | 'request'; readonly after: number; readonly does: 'cut' | 'silence' } | undefined;
  /** How often a fault has hit. */
  readonly hits: () => number;
  readonly close: () => Promise<void>;
}

export const startCuttingProxy = async (targetPort: number): Promise<CuttingProxy> => {
  const open = new Set<Socket>();
  let hits = 0;
  const carry = (from: Socket, to: Socket, direction: 'answer' | 'request') => {
    let carried = 0;
    let silent = false;
    from.on('data', (bytes) => {
      if (silent) return;
      const fault = proxy.fault?.on === direction ? proxy.fault : undefined;
      carried += bytes.length;
      if (fault === undefined || carried <= fault.after) {
        if (!to.write(bytes)) from.pause();
        return;
      }
      hits += 1;
      silent = true;
      // The bytes up to the fault still arrive.
      to.write(bytes.subarray(0, Math.max(0, bytes.length - (carried - fault.after))), () => {
        if (fault.does === 'cut') for (const socket of [from, to]) socket.destroy();
      });
    });
    to.on('drain', () => from.resume());
    from.on('close', () => to.destroy());
    from.on('error', () => {});
  };
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const socket of [client, target]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    carry(client, target, 'request');
    carry(target, client, 'answer');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: CuttingProxy = {
    port: (server.address() as AddressInfo).port,
    fault: undefined,
    hits: () => hits,
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
  return proxy;
};
