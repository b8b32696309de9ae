import type { Acting } from '../../accounts/index.ts';
import { credentialTopic } from '../../identity/authenticate/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { type Database, inTransaction, publish } from '../../platform/database/index.ts';

/** Every node forgets what it remembers of whatever has this id: a user, an application, a key, a tenant. */
export const invalidateCache = async (
  deps: { readonly database: Database },
  acting: Acting,
  input: { readonly id: string },
): Promise<void> =>
  await inTransaction(deps.database, async (transaction) => {
    await publish(transaction, credentialTopic, input.id);
    await recordAudit(transaction, {
      ...acting,
      action: 'cache.invalidated',
      target: { kind: 'cache', id: input.id },
    });
  });
