import { randomUUID } from 'node:crypto';
import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';
import type { Federation } from './federation.ts';
import { sealFederationSecret } from './federation-secret.ts';
import { insertFederation } from './federation-store.ts';
import { type FederationInput, readFederation } from './read-federation.ts';

export const createFederation = async (
  deps: { readonly transaction: Transaction; readonly box: SecretBox },
  acting: Acting,
  input: FederationInput & { readonly tenantId: string },
): Promise<Federation> => {
  const { tenantId, clientSecret } = input;
  const fields = readFederation(input);
  const id = randomUUID();
  const federation = await insertFederation(
    deps.transaction,
    { id, tenantId },
    {
      ...fields,
      scopes: [...fields.scopes],
      domains: [...fields.domains],
      sealedClientSecret: clientSecret == null ? null : sealFederationSecret(deps.box, id, clientSecret),
    },
  );
  if (federation === undefined) {
    throw new AppError('conflict', 'federation.known', 'The tenant signs in at this issuer with this client already.');
  }
  await recordAudit(deps.transaction, {
    ...acting,
    action: 'federation.created',
    target: { kind: 'federation', id },
    tenantId,
    details: { name: federation.name, issuer: federation.issuer, domains: federation.domains },
  });
  return federation;
};
