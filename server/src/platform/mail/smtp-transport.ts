import { createTransport } from 'nodemailer';
import { MailFailure, toMailFailure } from './mail-failure.ts';
import type { MailTransport } from './mail-transport.ts';
import type { SmtpServer } from './parse-smtp-url.ts';
import { writeMessage } from './write-message.ts';

export interface SmtpOptions {
  readonly server: SmtpServer;
  readonly connections?: number;
  /** Milliseconds to connect, for the greeting, and of silence in between. */
  readonly connectWithin?: number;
  readonly answerWithin?: number;
  /** Milliseconds for one mail as a whole, however busily the server talks. */
  readonly sendWithin?: number;
  /** After a failed connection nobody else tries for this long, in milliseconds: a dead server must not bind all jobs. */
  readonly pause?: number;
}

const unreachable = (message: string): MailFailure => new MailFailure('unreachable', message);

/** Sends over a small pool of connections to one mail server. */
export const openSmtpTransport = (options: SmtpOptions): MailTransport => {
  const sendWithin = options.sendWithin ?? 120_000;
  let pool = createPool(options);
  let pausedUntil = 0;

  /** A server that trickles bytes never runs into the timeout for silence: drop its connections, and start anew. */
  const replacePool = (stalled: ReturnType<typeof createPool>) => {
    if (pool === stalled) pool = createPool(options);
    stalled.close({ force: true });
  };

  return {
    send: async (mail, from) => {
      if (performance.now() < pausedUntil) throw unreachable('The mail server could not be reached a moment ago.');
      const used = pool;
      const timeout = Promise.withResolvers<never>();
      const timer = setTimeout(() => timeout.reject(unreachable('The mail server took too long.')), sendWithin);
      try {
        const envelope = { from: from.address, to: mail.recipient };
        const sending = used.sendMail({ envelope, raw: writeMessage(mail, from) });
        await Promise.race([sending, timeout.promise]);
      } catch (error) {
        const failure = error instanceof MailFailure ? error : toMailFailure(error);
        if (failure === error) replacePool(used);
        if (failure.kind === 'unreachable') pausedUntil = performance.now() + (options.pause ?? 5_000);
        throw failure;
      } finally {
        clearTimeout(timer);
      }
    },
    check: async (deadline) => {
      const timeout = Promise.withResolvers<never>();
      const timer = setTimeout(() => timeout.reject(unreachable('The mail server did not answer in time.')), deadline);
      // A transport of its own: a probe must not wait in the pool behind mails.
      const probe = createPool({ ...options, connectWithin: deadline, answerWithin: deadline });
      try {
        await Promise.race([probe.verify(), timeout.promise]);
      } catch (error) {
        throw error instanceof MailFailure ? error : toMailFailure(error);
      } finally {
        clearTimeout(timer);
        probe.close({ force: true });
      }
    },
    close: async () => pool.close(),
  };
};

const createPool = ({ server, connections = 4, connectWithin = 10_000, answerWithin = 30_000 }: SmtpOptions) =>
  createTransport({
    pool: true,
    host: server.host,
    port: server.port,
    secure: server.tls === 'implicit',
    requireTLS: server.tls === 'required',
    ignoreTLS: server.tls === 'off',
    tls: { minVersion: 'TLSv1.2' },
    ...(server.user === undefined
      ? {}
      : {
          auth: { user: server.user, pass: server.password }, // Otherwise a server that offers no login gets the mails without one, and refuses them for good.
          forceAuth: true,
        }),
    maxConnections: connections,
    maxMessages: 100,
    // Only for mails of which not a byte has left, on a connection that the server had closed meanwhile.
    maxRequeues: 1,
    idleTimeout: 20_000,
    connectionTimeout: connectWithin,
    dnsTimeout: connectWithin,
    greetingTimeout: connectWithin,
    socketTimeout: answerWithin,
    logger: false,
  });
