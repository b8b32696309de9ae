import { Type } from 'typebox';
import { type Acting, findTenant, findUsersByEmail, issueOneTimeCode, type User } from '../../../accounts/index.ts';
import { type Database, inTransaction, type Transaction } from '../../../platform/database/index.ts';
import { describeJob, implementJob, type Job } from '../../../platform/jobs/index.ts';
import type { OneTimeCodes, SecretBox } from '../../../platform/secrets/index.ts';
import { mailSignInCode } from '../mails/mail-sign-in-code.ts';
import { languageOf, speaking } from '../words/language.ts';

const payload = Type.Object({
  email: Type.String({ maxLength: 320 }),
  /** The sign-in that the code is for. Its id opens nothing without the browser's signed cookie. */
  interaction: Type.String({ maxLength: 100 }),
  supportCode: Type.String({ maxLength: 128 }),
  ipAddress: Type.String({ maxLength: 64 }),
  /** Of the page where it was asked for. */
  language: Type.Optional(Type.String({ maxLength: 10 })),
});

/**
 * Runs behind the answer, so that nobody can tell by the time whether the e-mail has an account. Run twice, the later code
 * counts.
 */
export const mailSignInCodeJob = describeJob({ name: 'identity.mail-sign-in-code', schema: payload, maxAttempts: 4 });

export interface MailSignInCodeDeps {
  readonly database: Database;
  readonly box: SecretBox;
  readonly oneTimeCodes: OneTimeCodes;
}

/** People whose tenant keeps their accounts sign in there. */
export const mayGetCode = (user: User): boolean => user.activated && !user.deactivated && !user.managedAccount;

export const createMailSignInCodeJob = (deps: MailSignInCodeDeps): Job<Parameters<typeof mailSignInCodeJob.check>[0]> =>
  implementJob(mailSignInCodeJob, async ({ email, interaction, supportCode, ipAddress, language }) => {
    const acting: Acting = { actor: { kind: 'anonymous' }, supportCode, ipAddress };
    const work = async (transaction: Transaction) => {
      const users = (await findUsersByEmail(transaction, { email, scope: 'everyTenant' })).filter(mayGetCode);
      for (const user of users) {
        const tenant = await findTenant(transaction, user.tenantId);
        if (tenant.deactivatedAt !== null) continue;
        const { code } = await issueOneTimeCode({ transaction, oneTimeCodes: deps.oneTimeCodes }, acting, {
          user,
          purpose: 'signIn',
          context: { interaction },
        });
        const tenantName = users.length > 1 ? tenant.name : undefined;
        await mailSignInCode({ transaction, secretBox: deps.box }, { user, code, tenantName });
      }
    };
    await speaking(languageOf(language), async () => await inTransaction(deps.database, work));
  });
