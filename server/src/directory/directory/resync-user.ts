import { type Acting, findUser, listCompaniesOfUser } from '../../accounts/index.ts';
import { credentialTopic } from '../../identity/authenticate/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { type Database, inTransaction, publish } from '../../platform/database/index.ts';
import type { UserReferences } from '../wire/subscription-details.ts';
import { toCompanyReference } from '../wire/to-company-reference.ts';
import { toServiceReference } from '../wire/to-service-reference.ts';
import { selectSubscriptionsOfUser } from './subscription-details-store.ts';
import { toSubscriptionDetails } from './to-subscription-details.ts';

/** Every node forgets what it remembers of the user; the answer is what the database says now. */
export const resyncUser = async (
  deps: { readonly database: Database },
  acting: Acting,
  input: { readonly userId: string; readonly tenantId: string },
): Promise<UserReferences> =>
  await inTransaction(deps.database, async (transaction) => {
    const user = await findUser(transaction, { userId: input.userId, scope: { tenantId: input.tenantId } });
    const companies = await listCompaniesOfUser(transaction, { userId: user.id });
    const subscriptions = await selectSubscriptionsOfUser(transaction, user.id);
    await publish(transaction, credentialTopic, user.id);
    await recordAudit(transaction, {
      ...acting,
      action: 'user.resynced',
      target: { kind: 'user', id: user.id },
      tenantId: user.tenantId,
    });
    return {
      UserCompanies: companies.map(({ company }) => toCompanyReference(company)),
      AdminForCompanies: companies.filter(({ administrator }) => administrator).map(({ company }) => company.id),
      Services: subscriptions
        .filter(({ state }) => state === 'subscribing')
        .map(({ service }) => toServiceReference(service)),
      Subscriptions: subscriptions.map(toSubscriptionDetails),
    };
  });
