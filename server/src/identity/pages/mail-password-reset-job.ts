import { Type } from 'typebox';
import { type Acting, findTenant, requestPasswordReset } from '../../accounts/index.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database/index.ts';
import { describeJob, implementJob, type Job } from '../../platform/jobs/index.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';
import { mailPasswordReset } from './mails/mail-password-reset.ts';
import { languageOf, speaking } from './words/language.ts';

const payload = Type.Object({
  email: Type.String({ maxLength: 320 }),
  supportCode: Type.String({ maxLength: 128 }),
  ipAddress: Type.String({ maxLength: 64 }),
  /** Of the page where it was asked for. */
  language: Type.Optional(Type.String({ maxLength: 10 })),
});

/**
 * Runs behind the answer, so that nobody can tell by the time whether the e-mail has an account. Run twice, the later link
 * counts.
 */
export const mailPasswordResetJob = describeJob({
  name: 'identity.mail-password-reset',
  schema: payload,
  maxAttempts: 6,
});

export interface MailPasswordResetDeps {
  readonly database: Database;
  readonly box: SecretBox;
  readonly publicUrl: string;
}

export const createMailPasswordResetJob = (
  deps: MailPasswordResetDeps,
): Job<Parameters<typeof mailPasswordResetJob.check>[0]> =>
  implementJob(mailPasswordResetJob, async ({ email, supportCode, ipAddress, language }) => {
    const acting: Acting = { actor: { kind: 'anonymous' }, supportCode, ipAddress };
    const work = async (transaction: Transaction) => {
      const resets = await requestPasswordReset(transaction, acting, { email, scope: 'everyTenant' });
      for (const reset of resets) {
        const tenant = await findTenant(transaction, reset.user.tenantId);
        const tenantName = resets.length > 1 ? tenant.name : undefined;
        await mailPasswordReset({ transaction, secretBox: deps.box }, { reset, tenantName, publicUrl: deps.publicUrl });
      }
    };
    await speaking(languageOf(language), async () => await inTransaction(deps.database, work));
  });
