import type { Handle } from '../../platform/database/index.ts';
import { hashToken, isSubscriptionKey } from '../../platform/secrets/index.ts';
import { type KeyFacts, selectKeyFacts } from './subscription-store.ts';

/**
 * What a subscription key stands for (contract X6), found by its hash. Dead keys are found too, with what ended them: the
 * caller refuses them, and remembers the answer by `subscriptionId`, `applicationId` and `tenantId`, which are published
 * on the topic `credential` when it changes.
 */
export const findSubscriptionKey = async (handle: Handle, key: string): Promise<KeyFacts | undefined> =>
  isSubscriptionKey(key) ? await selectKeyFacts(handle, hashToken(key)) : undefined;
