import type { FastifyRequest } from 'fastify';
import { forgetSignIns, userOf } from '../../identity/authenticate/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { PortalDeps } from '../portal-deps.ts';

/**
 * What somebody signs in with has changed: everything that was opened with less, or with what was taken away, ends with
 * its tokens. Whoever asks stays signed in.
 */
export const endOtherSignIns = async (
  deps: Pick<PortalDeps, 'box'>,
  transaction: Transaction,
  request: FastifyRequest,
): Promise<void> => {
  const { userId, grantId } = userOf(request);
  await forgetSignIns({ transaction, box: deps.box }, { userId, exceptGrantId: grantId });
};
