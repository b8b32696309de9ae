import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { findTenant, findUser } from '../../../accounts/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { selectRegistration } from '../../provider/registration-store.ts';
import { hasTwoFactors } from './methods.ts';

/** The reason by which the sign-in page knows that the password is not asked for again. */
export const secondFactorMissing = 'second_factor_missing';

/**
 * When the provider asks for the person: as the standard says, and when somebody who signed in with one factor comes to an
 * application that wants two, or two are wanted of them since.
 */
export const createSignInPolicy = (deps: { readonly database: Database }): interactionPolicy.DefaultPolicy => {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        secondFactorMissing,
        'a second factor is required',
        'login_required',
        async (ctx) => await lacksSecondFactor(deps.database, ctx),
      ),
    );
  return policy;
};

const lacksSecondFactor = async (database: Database, { oidc }: KoaContextWithOIDC): Promise<boolean> => {
  const { session, client, account } = oidc;
  if (session?.accountId === undefined || client === undefined || account === undefined) return false;
  if (hasTwoFactors(session.amr)) return false;
  const registration = await selectRegistration(database, client.clientId);
  if (registration?.secondFactorRequired === true) return true;
  const user = await findUser(database, { userId: session.accountId, scope: 'everyTenant' });
  return user.secondFactorRequired || (await findTenant(database, user.tenantId)).secondFactorRequired;
};
