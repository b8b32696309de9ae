import type { Database } from '../../platform/database/index.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';

export interface FactorDeps {
  readonly database: Database;
  readonly box: SecretBox;
  readonly now: () => Date;
}
