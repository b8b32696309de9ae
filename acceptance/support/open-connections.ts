import { connect, type Socket } from 'node:net';

/** Opens connections that send the beginning of a request and then nothing. Resolves when all are open. */
export const openConnections = async (port: number, count: number, begin: string): Promise<Socket[]> => {
  const sockets: Socket[] = [];
  const batch = 200;
  for (let opened = 0; opened < count; opened += batch) {
    const some = Array.from({ length: Math.min(batch, count - opened) }, () => openOne(port, begin));
    sockets.push(...(await Promise.all(some)));
  }
  return sockets;
};

const openOne = (port: number, begin: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      if (begin !== '') socket.write(begin);
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.on('error', reject);
  });
