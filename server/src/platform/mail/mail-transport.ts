import type { MailAddress, OutgoingMail } from './mail.ts';

/** A way out for mails. */
export interface MailTransport {
  /** Settles when the other side has taken the mail, fails with a MailFailure otherwise. */
  send(mail: OutgoingMail, from: MailAddress): Promise<void>;
  /** Fails when no mail could be sent now. Takes at most `deadline` milliseconds. */
  check(deadline: number): Promise<void>;
  close(): Promise<void>;
}
