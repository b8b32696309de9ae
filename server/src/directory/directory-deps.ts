import type { Authenticator } from '../identity/authenticate/index.ts';
import type { BlobStore } from '../platform/blobs/index.ts';
import type { Database, NotificationBus } from '../platform/database/index.ts';
import type { MailTransport } from '../platform/mail/index.ts';
import type { OneTimeCodes, PasswordHasher, SecretBox } from '../platform/secrets/index.ts';

/** What area B is given. Operations name the few of these that they use. */
export interface DirectoryDeps {
  readonly database: Database;
  /** For work that may take long: lists of thousands, notifications to everybody. */
  readonly longWork: Database;
  readonly authenticator: Authenticator;
  readonly bus: NotificationBus;
  readonly blobs: BlobStore;
  readonly mailTransport: MailTransport;
  readonly secretBox: SecretBox;
  readonly oneTimeCodes: OneTimeCodes;
  readonly passwords: PasswordHasher;
  /** The address that links carry. */
  readonly publicUrl: string;
  readonly now: () => Date;
}
