import { resolve } from 'node:path';
import { parseBlobLocation } from './platform/blobs/parse-blob-location.ts';
import { isMailAddress } from './platform/mail/mail-address.ts';
import { parseSmtpUrl } from './platform/mail/parse-smtp-url.ts';
import {
  readBoolean,
  readChoice,
  readEmail,
  readInteger,
  readList,
  readNetwork,
  readOrigin,
  readText,
  readUrl,
} from './platform/settings/readers.ts';
import { optional, readSettings, setting, type ValuesOf } from './platform/settings/settings.ts';

/** Every setting of the server, described once: the start, `--help` and docs/operations.md all read this table. */
export const settings = {
  host: setting(
    {
      variable: 'PORTOLAN_HOST',
      describes: 'Address to listen on. The default accepts connections from this machine only.',
      fallback: 'localhost',
      example: '0.0.0.0',
    },
    readText,
  ),
  port: setting(
    { variable: 'PORTOLAN_PORT', describes: 'Port to listen on.', fallback: '4000', example: '8080' },
    readInteger(1, 65_535),
  ),
  publicUrl: optional(
    {
      variable: 'PORTOLAN_PUBLIC_URL',
      describes: 'Address that links, tokens and redirects carry. Default: http://localhost and the port.',
      example: 'https://portolan.example.com',
    },
    readOrigin,
  ),
  storageUrl: optional(
    {
      variable: 'PORTOLAN_STORAGE_URL',
      describes: 'Address of the storage host, where it has one of its own. Default: the public address and /storage.',
      example: 'https://storage.example.com',
    },
    readOrigin,
  ),
  data: setting(
    {
      variable: 'PORTOLAN_DATA',
      describes: 'Folder for the embedded database, blobs, the encryption key, audit checkpoints and the mail outbox.',
      fallback: './data',
      example: '/var/lib/portolan',
    },
    (text) => resolve(text),
  ),
  databaseUrl: optional(
    {
      variable: 'DATABASE_URL',
      describes: 'PostgreSQL 15 or later. Absent: the embedded PostgreSQL in the data folder.',
      example: 'postgres://portolan:password@db.example.com:5432/portolan',
      secret: true,
    },
    readUrl('postgres', 'postgresql'),
  ),
  poolSize: setting(
    {
      variable: 'PORTOLAN_POOL_SIZE',
      describes: 'Database connections per process for ordinary requests.',
      fallback: '10',
      example: '20',
    },
    readInteger(2, 200),
  ),
  longPoolSize: setting(
    {
      variable: 'PORTOLAN_LONG_POOL_SIZE',
      describes: 'Database connections per process for deployments and other long work.',
      fallback: '4',
      example: '6',
    },
    readInteger(1, 50),
  ),
  blobs: optional(
    {
      variable: 'PORTOLAN_BLOBS',
      describes:
        'Object store: file:FOLDER, s3://BUCKET/PREFIX or azblob://ACCOUNT/CONTAINER. Default: blobs in the data folder.',
      example: 's3://portolan-blobs/production?region=eu-central-1',
      secret: true,
    },
    (text) => {
      const parsed = parseBlobLocation(text);
      if ('problem' in parsed) throw new Error(parsed.problem);
      return text;
    },
  ),
  smtpUrl: optional(
    {
      variable: 'PORTOLAN_SMTP_URL',
      describes:
        'Mail server. STARTTLS is required on smtp:// unless the host is this machine or ?tls=off is added. Absent: mails are written to outbox in the data folder.',
      example: 'smtps://user:password@mail.example.com:465',
      secret: true,
    },
    (text) => {
      parseSmtpUrl(text);
      return text;
    },
  ),
  mailFrom: setting(
    {
      variable: 'PORTOLAN_MAIL_FROM',
      describes: 'Sender address of the mails.',
      fallback: 'portolan@localhost',
      example: 'no-reply@example.com',
    },
    (text) => {
      if (!isMailAddress(text)) throw new Error('must be an e-mail address');
      return text;
    },
  ),
  encryptionKeys: optional(
    {
      variable: 'PORTOLAN_ENCRYPTION_KEYS',
      describes:
        'Encryption keys, newest first, as id:base64 of 32 random bytes, made by `openssl rand -base64 32`. Absent: a key file in the data folder, made on the first start. Several machines need the same keys.',
      example: '2026:<44 characters>',
      secret: true,
    },
    readText,
  ),
  adminEmail: optional(
    {
      variable: 'PORTOLAN_ADMIN_EMAIL',
      describes: 'E-mail of the platform administrator made on the first start.',
      example: 'admin@example.com',
    },
    readEmail,
  ),
  adminPassword: optional(
    {
      variable: 'PORTOLAN_ADMIN_PASSWORD',
      describes: 'Password of that administrator. Absent: one is generated and printed once.',
      example: 'a long sentence that only you know',
      secret: true,
    },
    (text) => {
      if (text.length < 12) throw new Error('must have at least 12 characters');
      return text;
    },
  ),
  workers: setting(
    {
      variable: 'PORTOLAN_WORKERS',
      describes: 'Server processes on one port. 1 is a single process.',
      fallback: '1',
      example: '4',
    },
    readInteger(1, 64),
  ),
  corsOrigins: setting(
    {
      variable: 'PORTOLAN_CORS_ORIGINS',
      describes: 'Web origins whose pages may call the APIs, separated by commas; * for all. Default: none.',
      fallback: ',',
      example: 'https://app.example.com,https://admin.example.com',
    },
    readList((text) => (text === '*' ? text : readOrigin(text))),
  ),
  trustedProxies: setting(
    {
      variable: 'PORTOLAN_TRUSTED_PROXIES',
      describes:
        'Reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, separated by commas. Default: none.',
      fallback: ',',
      example: '10.0.0.0/8',
    },
    readList(readNetwork),
  ),
  metricsNetworks: setting(
    {
      variable: 'PORTOLAN_METRICS_NETWORKS',
      describes: 'Networks that may read /metrics, separated by commas.',
      fallback: '127.0.0.0/8,::1',
      example: '127.0.0.0/8,10.1.0.0/16',
    },
    readList(readNetwork),
  ),
  addressRateLimit: setting(
    {
      variable: 'PORTOLAN_RATE_LIMIT_ADDRESS',
      describes: 'Requests per minute from one address, per process. 0 switches the limit off.',
      fallback: '6000',
      example: '1200',
    },
    readInteger(0, 10_000_000),
  ),
  keyRateLimit: setting(
    {
      variable: 'PORTOLAN_RATE_LIMIT_KEY',
      describes: 'Requests per minute with one key or token, per process. 0 switches the limit off.',
      fallback: '6000',
      example: '3000',
    },
    readInteger(0, 10_000_000),
  ),
  allowPrivateIssuers: setting(
    {
      variable: 'PORTOLAN_PRIVATE_ISSUERS',
      describes:
        'Whether identity issuers that a project trusts may stand in private networks; one on this machine (http://localhost) needs no TLS then.',
      fallback: 'false',
      example: 'true',
    },
    readBoolean,
  ),
  drainSeconds: setting(
    {
      variable: 'PORTOLAN_DRAIN_SECONDS',
      describes: 'Time that requests under way get to finish when the server stops.',
      fallback: '20',
      example: '30',
    },
    readInteger(1, 600),
  ),
  logLevel: setting(
    {
      variable: 'PORTOLAN_LOG_LEVEL',
      describes: 'What is logged: error, warn, info or debug.',
      fallback: 'info',
      example: 'warn',
    },
    readChoice('error', 'warn', 'info', 'debug'),
  ),
  logFormat: optional(
    {
      variable: 'PORTOLAN_LOG_FORMAT',
      describes: 'json or pretty. Default: pretty on a terminal, json elsewhere.',
      example: 'json',
    },
    readChoice('json', 'pretty'),
  ),
  showDocs: setting(
    { variable: 'PORTOLAN_DOCS', describes: 'Whether /docs is served.', fallback: 'true', example: 'false' },
    readBoolean,
  ),
} as const;

export type Config = ValuesOf<typeof settings>;

export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config =>
  readSettings(settings, environment);

/** The address that links and tokens carry. */
export const publicUrlOf = (config: Config): string => config.publicUrl ?? `http://localhost:${config.port}`;
