import type Provider from 'oidc-provider';
import type { Database } from '../../platform/database/index.ts';
import type { KeyRing, OneTimeCodes, PasswordHasher, SecretBox } from '../../platform/secrets/index.ts';

/** What the pages stand on. */
export interface PageDeps {
  readonly database: Database;
  readonly box: SecretBox;
  readonly ring: KeyRing;
  readonly passwords: PasswordHasher;
  readonly oneTimeCodes: OneTimeCodes;
  readonly publicUrl: string;
  /** The provider with today's signing keys. */
  readonly provider: () => Provider;
  /**
   * The built-in application that people sign in to for pages of their own account. `<publicUrl>/identity/signed-in` must
   * be among its redirect addresses.
   */
  readonly signInClientId: string;
  readonly now: () => Date;
}
