import { type Acting, acceptTerms, findMissingTerms } from '../../accounts/index.ts';
import { type Database, inTransaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { invalidRequest } from '../../platform/http/wire/invalid-request.ts';
import { selectPolicyFacts } from '../policies/policy-store.ts';

export interface AcceptMyTermsInput {
  readonly user: { readonly id: string; readonly tenantId: string };
  readonly application: { readonly id: string; readonly tenantId: string };
  readonly acceptPlatformTerms: boolean;
  readonly acceptServiceTerms: boolean;
  readonly serviceId: string | undefined;
}

/** The user accepts what is in force now. What was accepted before, and where there are no terms, is fine. */
export const acceptMyTerms = async (
  deps: { readonly database: Database },
  acting: Acting,
  input: AcceptMyTermsInput,
): Promise<void> => {
  const { user, application, serviceId } = input;
  if (input.acceptServiceTerms && serviceId === undefined) {
    throw invalidRequest('body', [{ path: ['serviceId'], text: 'must be given with acceptServiceTerms' }]);
  }
  await inTransaction(deps.database, async (transaction) => {
    if (serviceId !== undefined) {
      const key = {
        userId: user.id,
        serviceId,
        applicationId: application.id,
        applicationTenantId: application.tenantId,
      };
      if ((await selectPolicyFacts(transaction, key))?.isServiceVisible !== true) {
        throw new AppError('notFound', 'service.not-found', 'There is no such service.');
      }
    }
    const agreed = { platform: input.acceptPlatformTerms, service: input.acceptServiceTerms };
    for (const { kind, terms } of await findMissingTerms(transaction, { userId: user.id, serviceId })) {
      if (agreed[kind]) await acceptTerms(transaction, acting, { user, terms });
    }
  });
};
