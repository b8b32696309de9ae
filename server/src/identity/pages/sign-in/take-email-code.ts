import { randomUUID } from 'node:crypto';
import {
  type Acting,
  findUsersByEmail,
  forgiveSignInTries,
  takeSignInTry,
  type User,
  useOneTimeCode,
} from '../../../accounts/index.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { PageDeps } from '../page-deps.ts';
import { mayGetCode } from './mail-sign-in-code.ts';
import type { SignInProgress } from './sign-in-progress.ts';

export interface EmailCodeInput {
  readonly email: string;
  readonly code: string;
  readonly interaction: string;
  readonly address: string;
}

/**
 * The code that was mailed, in the browser that asked for it only: a code that somebody was talked into giving away opens
 * nothing elsewhere. An unknown e-mail costs the same look at a code that is not there.
 */
export const takeEmailCode = async (
  deps: PageDeps,
  acting: Acting,
  input: EmailCodeInput,
): Promise<Pick<SignInProgress, 'methods' | 'accounts'>> => {
  await takeSignInTry(deps.database, input);
  const known = await findUsersByEmail(deps.database, { email: input.email, scope: 'everyTenant' });
  const users = known.filter(mayGetCode);
  const ids = users.length === 0 ? [randomUUID()] : users.map(({ id }) => id);
  const opened: User[] = [];
  for (const userId of ids) {
    const user = users.find(({ id }) => id === userId);
    if ((await useCode(deps, acting, input, { userId, user })) && user !== undefined) opened.push(user);
  }
  if (opened.length === 0) throw wrong();
  return {
    methods: ['otp'],
    accounts: opened.map(({ id, credentialsVersion }) => ({ userId: id, credentialsVersion })),
  };
};

/** Known and unknown write one audit row each, so that neither has less to do at the end of its transaction. */
const useCode = async (
  deps: PageDeps,
  acting: Acting,
  input: EmailCodeInput,
  { userId, user }: { readonly userId: string; readonly user: User | undefined },
): Promise<boolean> =>
  await inTransaction(deps.database, async (transaction) => {
    const used = await useOneTimeCode({ ...deps, transaction }, { userId, purpose: 'signIn', code: input.code });
    const isRight = user !== undefined && used?.context.interaction === input.interaction;
    if (isRight) await forgiveSignInTries(transaction, input);
    await recordAudit(transaction, {
      ...acting,
      action: isRight ? 'user.code-accepted' : 'user.code-refused',
      target: { kind: 'user', id: user?.id },
      tenantId: user?.tenantId,
      details: { purpose: 'signIn' },
    });
    return isRight;
  });

const wrong = (): AppError => {
  const message = 'That code is not right, or its time is over.';
  return new AppError('unauthenticated', 'code.invalid', message, {
    details: [{ in: 'body', path: '/code', message }],
  });
};
