import type { FastifyInstance } from 'fastify';
import type { User } from '../../../accounts/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import {
  offerPasskeyRegistration,
  passkeyChallenge,
  type RelyingParty,
  readFactors,
  registerPasskey,
  relyingPartyOf,
  removePasskey,
} from '../../factors/index.ts';
import { withAccount } from '../account/require-account.ts';
import { actingOf } from '../acting-of.ts';
import { endOtherSignIns } from '../end-other-sign-ins.ts';
import type { FormProblem } from '../html/form-problem.ts';
import type { Html } from '../html/html.ts';
import type { PageDeps } from '../page-deps.ts';
import { answerForm, formOf, sendElsewhere, sendPage } from '../send-page.ts';
import { renderAddPasskey } from '../views/add-passkey-view.ts';
import { pageRoute } from './page-route.ts';
import { noticeOf, securityPage, sendRecoveryCodes } from './security-routes.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** One's own passkeys. */
export const addPasskeyRoutes = (scope: FastifyInstance, deps: PageDeps): void => {
  const options = pageRoute("one's own passkeys");
  const fresh = { mustBeFresh: true, page: securityPage };

  /** Bound to the session and to what there is already: once a passkey is added, the challenge is another. */
  const challengeFor = async (user: User, sessionUid: string): Promise<string> => {
    const { passkeys } = await readFactors(deps.database, { userId: user.id });
    return passkeyChallenge(deps.ring, 'registration', [sessionUid, user.id, ...passkeys.map(({ id }) => id)]);
  };
  const show = async (party: RelyingParty, user: User, sessionUid: string, problem?: FormProblem): Promise<Html> => {
    const challenge = await challengeFor(user, sessionUid);
    const offered = await offerPasskeyRegistration({ database: deps.database, party }, { user, challenge });
    return renderAddPasskey({ options: offered, problem });
  };

  scope.get(
    '/security/passkey',
    options,
    withAccount(deps, fresh, async (_request, reply, { user, sessionUid }) =>
      sendPage(reply, await show(needParty(deps), user, sessionUid)),
    ),
  );

  scope.post(
    '/security/passkey',
    options,
    withAccount(deps, fresh, async (request, reply, { user, sessionUid }) => {
      const party = needParty(deps);
      const form = formOf(request);
      const work = async () => {
        const codes = await registerPasskey({ ...deps, party }, actingOf(request, user.id), {
          user,
          answer: form.passkey ?? '',
          challenge: await challengeFor(user, sessionUid),
          name: form.name ?? '',
        });
        await inTransaction(deps.database, (transaction) => noticeOf(deps, user)(transaction, 'passkeyAdded'));
        return codes.length > 0 ? sendRecoveryCodes(reply, codes) : sendElsewhere(reply, securityPage);
      };
      return await answerForm(reply, work, async (problem) => await show(party, user, sessionUid, problem));
    }),
  );

  scope.post(
    '/security/passkey-remove',
    options,
    withAccount(deps, fresh, async (request, reply, { user, sessionUid }) => {
      const { id = '' } = formOf(request);
      if (!uuid.test(id)) throw new AppError('notFound', 'passkey.not-found', 'There is no such passkey.');
      await inTransaction(deps.database, async (transaction) => {
        await removePasskey(transaction, actingOf(request, user.id), { user, passkeyId: id });
        await noticeOf(deps, user)(transaction, 'passkeyRemoved');
        await endOtherSignIns(transaction, { userId: user.id, exceptSessionUid: sessionUid });
      });
      return sendElsewhere(reply, securityPage);
    }),
  );
};

const needParty = (deps: PageDeps): RelyingParty => {
  const party = relyingPartyOf(deps.publicUrl);
  if (party !== undefined) return party;
  throw new AppError('conflict', 'passkey.not-here', 'Passkeys need a host name with https.');
};
