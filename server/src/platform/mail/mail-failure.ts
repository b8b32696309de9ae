/** Why a mail did not go out. `permanent`: this mail will never be taken. `unreachable`: no mail can be sent now. */
export type FailureKind = 'temporary' | 'permanent' | 'unreachable';

export class MailFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MailFailure';
    this.kind = kind;
  }
}

interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
}

const mostMessage = 500;
/** "Authentication required", "must issue STARTTLS first" and their kin: wrong settings here, nothing about this mail. */
const settingCodes = new Set([530, 534, 535, 538]);
const connectionCodes = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EPROTOCOL',
]);

/**
 * Sorts what nodemailer threw. Only a refusal of this recipient or this content is final: whatever an administrator can
 * mend (address, password, certificate, sender) waits for that instead of losing the mail.
 */
export const toMailFailure = (error: unknown): MailFailure => {
  const { code, responseCode, command } = (error ?? {}) as SmtpError;
  const message = describe(error);
  const options = { cause: error };
  const isRefused = typeof responseCode === 'number' && isFinal(responseCode, command);
  // Without a reply of the server: nodemailer itself saw that the mail is too large, or that the address cannot be sent.
  const isImpossible = typeof responseCode !== 'number' && (code === 'EMESSAGE' || code === 'EENVELOPE');
  if (isRefused || isImpossible) return new MailFailure('permanent', message, options);
  if (typeof code === 'string' && connectionCodes.has(code) && typeof responseCode !== 'number') {
    return new MailFailure('unreachable', message, options);
  }
  if (code === 'EAUTH' || command === 'CONN') return new MailFailure('unreachable', message, options);
  return new MailFailure('temporary', message, options);
};

const isFinal = (responseCode: number, command: unknown): boolean => {
  if (responseCode < 500 || responseCode > 599 || responseCode === 503 || settingCodes.has(responseCode)) return false;
  // The sender is a setting of ours; only "too large" (552) speaks of the mail at that point.
  if (command === 'MAIL FROM') return responseCode === 552;
  return command === 'RCPT TO' || command === 'DATA';
};

const describe = (error: unknown): string => {
  const { response } = (error ?? {}) as SmtpError;
  const text =
    typeof response === 'string' && response !== ''
      ? `The mail server said: ${response}`
      : String((error as Error)?.message ?? error);
  return text.replace(/\s+/g, ' ').slice(0, mostMessage);
};
