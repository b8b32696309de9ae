import type { MailContent } from './mail-content.ts';

export interface MailAddress {
  /** Shown to people; any language. */
  readonly name?: string;
  readonly address: string;
}

export interface Mail {
  /** One mail has one recipient: what happens to it is then one fact (contract B14). */
  readonly to: string | MailAddress;
  /** Stored in the open and shown to administrators: no codes or tokens here. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Further headers, such as List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A second mail with the same key is not sent, as long as the first is remembered (30 days after it was sent). */
  readonly dedupeKey?: string;
}

export const mailStates = ['queued', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

/** A mail with everything that its delivery needs. */
export interface OutgoingMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly createdAt: Date;
  readonly content: MailContent;
}
