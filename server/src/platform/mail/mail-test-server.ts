import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The message as it came over the wire. */
  readonly raw: string;
  readonly messageId: string;
  readonly user: string | undefined;
  readonly secure: boolean;
}

/** What the server does next. Afterwards it takes mails again. */
export type Mischief =
  | { readonly at: 'recipient' | 'content'; readonly code: number; readonly say: string }
  /** Takes the mail, and cuts the connection before it says so. */
  | { readonly at: 'acknowledgement' };

export interface MailTestServer {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** One entry is used up per mail. */
  readonly mischief: Mischief[];
  /** How many connections were made. */
  connections(): number;
  stop(): Promise<void>;
}

const refusal = ({ code, say }: { readonly code: number; readonly say: string }) =>
  Object.assign(new Error(say), { responseCode: code });

/** A real SMTP server on the loopback interface, plain unless the options say otherwise. */
export const startMailTestServer = async (options: SMTPServerOptions = {}, port = 0): Promise<MailTestServer> => {
  const received: ReceivedMail[] = [];
  const mischief: Mischief[] = [];
  let connections = 0;
  const server = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: true,
    closeTimeout: 100,
    logger: false,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onRcptTo: (_address, _session, done) => {
      const [next] = mischief;
      if (next?.at !== 'recipient') return done();
      mischief.shift();
      done(refusal(next));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const next = mischief[0]?.at === 'recipient' ? undefined : mischief.shift();
        if (next?.at === 'content') return done(refusal(next));
        const raw = Buffer.concat(chunks).toString('utf8');
        received.push({
          from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw,
          messageId: /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? '',
          user: session.user,
          secure: session.secure,
        });
        if (next?.at !== 'acknowledgement') return done();
        for (const connection of server.connections) if (connection.id === session.id) connection.close();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    mischief,
    connections: () => connections,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
};
