import type { Rule } from '../../../platform/authorization/rule.ts';
import type { Authenticator } from '../open-authenticator.ts';
import { principalKinds } from './caller-rule.ts';

/** A key alone, without a token: health, and the activation calls, which bring a token of their own (contract X1). */
export const subscriptionKeyHolder = (authenticator: Authenticator): Rule => ({
  name: 'holders of a subscription key',
  principals: [
    principalKinds.subscriptionKey,
    principalKinds.user,
    principalKinds.directoryReader,
    principalKinds.administrator,
    principalKinds.application,
  ],
  relation: 'none',
  enforce: async (request, reply) => void (await authenticator.key(request, reply)),
});
