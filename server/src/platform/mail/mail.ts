import type { MailContent } from './mail-content.ts';
import type { MailLayout, RenderedMail } from './render-mail.ts';

export interface MailAddress {
  /** Shown to people; any language. */
  readonly name?: string;
  readonly address: string;
}

interface Envelope {
  /** One mail has one recipient: what happens to it is then one fact (contract B14). */
  readonly to: string | MailAddress;
  /** Stored in the open and shown to administrators: no codes or tokens here. */
  readonly subject: string;
  /** Further headers, such as List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A second mail with the same key is not sent, as long as the first is remembered (30 days after it was sent). */
  readonly dedupeKey?: string;
  /** News that nobody waits for, perhaps to very many: goes out after codes, invitations and answers. */
  readonly bulk?: boolean;
}

export interface WrittenMail extends Envelope, RenderedMail {}

/** Written when it is sent: until then it takes a tenth of the room, and nobody waits for the writing. */
export interface LaidOutMail extends Envelope {
  readonly layout: MailLayout;
}

export type Mail = WrittenMail | LaidOutMail;

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
