import { openDatabase } from '../database/index.ts';
import { startJobRunner } from '../jobs/index.ts';
import { createEncryptionKey, createKeyRing, createSecretBox } from '../secrets/index.ts';
import { createMailWork } from './create-mail-work.ts';
import { parseSmtpUrl } from './parse-smtp-url.ts';
import { openSmtpTransport } from './smtp-transport.ts';

// A node for killed-mail-carrier.db.test.ts, which kills it while it sends mails.
interface Given {
  readonly connection: object;
  /** The key that mails are sealed with, in hex. */
  readonly key: string;
  readonly port: number;
}

const { connection, key, port } = JSON.parse(process.argv[2] ?? '{}') as Given;
const silent = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };
const onError = () => undefined;
const database = openDatabase({ connection, poolSize: 4, longPoolSize: 1, onError }).main;
const secretBox = createSecretBox(createKeyRing([createEncryptionKey('test', Buffer.from(key, 'hex'))]));
const transport = openSmtpTransport({ server: parseSmtpUrl(`smtp://127.0.0.1:${port}`) });
const from = { name: 'Portolan', address: 'portolan@portolan.example' };
const work = createMailWork({ database, secretBox, transport, from, lookEverySeconds: 0.1 });
await startJobRunner({ connection, concurrency: 1, log: silent, onError, ...work });
