import type { KeyObject } from 'node:crypto';
import type { Authenticator } from '../identity/authenticate/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { SecretBox } from '../platform/secrets/index.ts';
import type { IssuerKeys } from './keyless/issuer-keys.ts';
import type { ResourceTypes } from './resource-types/resource-types.ts';
import type { ProjectQueue } from './submissions/project-queue.ts';

/** What the operations of area A stand on. */
export interface DeploymentDeps {
  /** For short questions. */
  readonly database: Database;
  /** For plans and deployments, kept apart so that waiting there never stalls a read. */
  readonly longWork: Database;
  readonly box: SecretBox;
  readonly types: ResourceTypes;
  readonly queue: ProjectQueue;
  /** Signs the ids of plans. */
  readonly planKey: KeyObject;
  readonly issuerKeys: IssuerKeys;
  readonly authenticator: Authenticator;
  readonly now: () => Date;
  /** Hears of what went wrong beside a request, without failing it. */
  readonly onError: (error: unknown) => void;
}
