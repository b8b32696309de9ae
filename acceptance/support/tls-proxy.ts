import { request } from 'node:http';
import { createServer } from 'node:https';
import tls from 'node:tls';
import { generate } from 'selfsigned';

export interface TlsProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** What stands in front of Portolan in production: it speaks TLS, and says for whom it asks. This process trusts it. */
export const startTlsProxy = async (port: number, target: () => number): Promise<TlsProxy> => {
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), pems.cert]);
  const server = createServer({ key: pems.private, cert: pems.cert }, (incoming, answer) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-proto': 'https',
      'x-forwarded-for': incoming.socket.remoteAddress ?? '',
    };
    const asked = request(
      { host: '127.0.0.1', port: target(), method: incoming.method, path: incoming.url, headers },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    asked.on('error', () => answer.destroy());
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
