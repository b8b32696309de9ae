import { type Acting, findUser } from '../../../accounts/index.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import type { PageDeps } from '../page-deps.ts';
import { type SignInInteraction, signInEnded } from './open-interaction.ts';
import { readAskedScopes } from './scope-words.ts';

/** Adds what was shown to the grant, no more; gives the address where the browser goes on. */
export const takeConsent = async (deps: PageDeps, acting: Acting, interaction: SignInInteraction): Promise<string> => {
  const { session, client, grantId, prompt } = interaction;
  if (session === undefined) throw signInEnded();
  const { Grant } = deps.provider();
  const existing = grantId === undefined ? undefined : await Grant.find(grantId);
  const isOwn = existing?.accountId === session.accountId && existing.clientId === client.id;
  const grant = isOwn ? existing : new Grant({ accountId: session.accountId, clientId: client.id });
  const asked = readAskedScopes(prompt.details);
  if (asked.oidc.length > 0) grant.addOIDCScope([...asked.oidc]);
  for (const [indicator, scopes] of Object.entries(asked.resources)) grant.addResourceScope(indicator, [...scopes]);
  const user = await findUser(deps.database, { userId: session.accountId, scope: 'everyTenant' });
  await inTransaction(deps.database, (transaction) =>
    recordAudit(transaction, {
      ...acting,
      action: 'application.consented',
      target: { kind: 'application', id: client.id },
      tenantId: user.tenantId,
      details: { userId: user.id, scopes: [...asked.oidc, ...Object.values(asked.resources).flat()] },
    }),
  );
  return await interaction.end({ consent: { grantId: await grant.save() } });
};
