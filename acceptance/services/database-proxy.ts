import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DatabaseProxy {
  readonly port: number;
  /** Nobody gets through any more: connections break, and new ones are closed at once. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A place in the network between a server and its database, where the way can be cut. */
export const openDatabaseProxy = async (socketFile: string): Promise<DatabaseProxy> => {
  const open = new Set<Socket>();
  let isCut = false;
  const proxy = createServer((client) => {
    client.on('error', () => undefined);
    if (isCut) {
      client.destroy();
      return;
    }
    const database = connect(socketFile);
    for (const [here, there] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(here);
      here.on('error', () => undefined);
      here.on('close', () => {
        open.delete(here);
        there.destroy();
      });
      here.pipe(there);
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (proxy.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      breakAll();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      breakAll();
      proxy.close();
      await once(proxy, 'close');
    },
  };
};
