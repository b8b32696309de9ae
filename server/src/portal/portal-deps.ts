import type { ProjectRole } from '../accounts/index.ts';
import type { Authenticator } from '../identity/authenticate/index.ts';
import type { ServiceDeps } from '../identity/services/index.ts';
import type { Rule } from '../platform/authorization/rule.ts';
import type { Database } from '../platform/database/index.ts';
import type { KeyRing, OneTimeCodes, PasswordHasher, SecretBox } from '../platform/secrets/index.ts';
import type { DirectoryOperations } from './directory-operations.ts';

/** What the portal stands on. */
export interface PortalDeps {
  readonly database: Database;
  /** For what may take long: a service goes with all of its subscribers. */
  readonly longWork: Database;
  readonly box: SecretBox;
  readonly ring: KeyRing;
  readonly passwords: PasswordHasher;
  readonly oneTimeCodes: OneTimeCodes;
  readonly authenticator: Authenticator;
  readonly publicUrl: string;
  readonly now: () => Date;
  /** Who holds an access level is for the directory to say; without it services are not edited here (contract A15). */
  readonly countSubscribersOfLevel?: ServiceDeps['countSubscribersOfLevel'];
  /** What the directory does for the portal: it stands above, so it is handed in. */
  readonly directory: DirectoryOperations;
}

/** The rules of the portal, made once: callers come with an access token or with a session of the console. */
export interface PortalRules {
  readonly anyCaller: Rule;
  readonly signedInUser: Rule;
  readonly platformAdministrator: Rule;
  readonly directoryReader: Rule;
  /** On paths with a `serviceId`: those who decide about its subscriptions. */
  readonly serviceKeeper: Rule;
  projectMember(needs: ProjectRole): Rule;
}

export interface RouteDeps extends PortalDeps {
  readonly rules: PortalRules;
}
