import { pino } from 'pino';
import { prettyStream } from './pretty-stream.ts';

export type Logger = pino.Logger;

export interface LoggerOptions {
  readonly level: 'error' | 'warn' | 'info' | 'debug';
  readonly format: 'json' | 'pretty';
}

/** Names under which a secret could slip into a log line; whatever stands there is cut out at any depth that we write. */
const secretNames = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'key',
  'connectionString',
  'secretText',
  'sig',
];
const redacted = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export const createLogger = (options: LoggerOptions): Logger => {
  const settings: pino.LoggerOptions = {
    level: options.level,
    redact: { paths: redacted, censor: '[redacted]' },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return options.format === 'pretty' ? pino(settings, prettyStream(process.stdout)) : pino(settings);
};

/**
 * An error for the log: what and where. Details that drivers attach (parameters of a query, the row of a violated
 * constraint, request options) are left out, because they hold what people typed.
 */
const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...('constraint' in error && typeof error.constraint === 'string' ? { constraint: error.constraint } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
};
