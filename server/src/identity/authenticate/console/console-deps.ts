import type { Database } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secrets/index.ts';
import type { Authenticator } from '../open-authenticator.ts';

/** What signing in at the console needs. */
export interface ConsoleDeps {
  readonly database: Database;
  readonly box: SecretBox;
  readonly authenticator: Pick<Authenticator, 'session' | 'sessionCookie' | 'verifier'>;
  readonly publicUrl: string;
  /** The application ids of the platform API and of the console, which is a public client. */
  readonly apiId: string;
  readonly consoleId: string;
  readonly now: () => Date;
}

export const callbackAddress = (publicUrl: string): string => `${publicUrl}/auth/callback`;
