import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';
import type { Federation } from './federation.ts';
import { sealFederationSecret } from './federation-secret.ts';
import { updateFederation } from './federation-store.ts';
import { findFederation } from './find-federation.ts';
import { type FederationInput, readFederation } from './read-federation.ts';

export const changeFederation = async (
  deps: { readonly transaction: Transaction; readonly box: SecretBox },
  acting: Acting,
  input: FederationInput & { readonly tenantId: string; readonly federationId: string },
): Promise<Federation> => {
  const stored = await findFederation(deps.transaction, input);
  const fields = readFederation(input, stored);
  const { clientSecret } = input;
  const secret =
    clientSecret === undefined
      ? {}
      : { sealedClientSecret: clientSecret === null ? null : sealFederationSecret(deps.box, stored.id, clientSecret) };
  const changed = await updateFederation(deps.transaction, stored.id, {
    name: fields.name,
    issuer: fields.issuer,
    clientId: fields.clientId,
    scopes: [...fields.scopes],
    claimMapping: fields.claimMapping,
    domains: [...fields.domains],
    createUsers: fields.createUsers,
    enabled: fields.enabled,
    ...secret,
  });
  await recordAudit(deps.transaction, {
    ...acting,
    action: 'federation.changed',
    target: { kind: 'federation', id: stored.id },
    tenantId: stored.tenantId,
    details: { issuer: changed.issuer, domains: changed.domains, enabled: changed.enabled },
  });
  return changed;
};
