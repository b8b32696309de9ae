import type Provider from 'oidc-provider';
import type { Database } from '../../platform/database/index.ts';
import type { KeyRing, OneTimeCodes, PasswordHasher, SecretBox } from '../../platform/secrets/index.ts';
import type { DiscoverIssuer } from '../federation/index.ts';

/** What the pages stand on. */
export interface IdentityPagesDeps {
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

/** The same, with what the pages of this process share. */
export interface PageDeps extends IdentityPagesDeps {
  readonly discoverIssuer: DiscoverIssuer;
}
