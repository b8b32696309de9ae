import type { Handle } from '../../platform/database/index.ts';
import type { SecretBox, SecretPlace } from '../../platform/secrets/index.ts';
import { selectSealedSecret } from './federation-store.ts';

const placeOf = (id: string): SecretPlace => ({ table: 'tenant_federations', row: id, field: 'client_secret' });

export const sealFederationSecret = (box: SecretBox, id: string, secret: string): string =>
  box.seal(secret, placeOf(id));

/** Undefined for a public client. */
export const readFederationSecret = async (
  deps: { readonly database: Handle; readonly box: SecretBox },
  id: string,
): Promise<string | undefined> => {
  const sealed = await selectSealedSecret(deps.database, id);
  return sealed === null ? undefined : deps.box.openText(sealed, placeOf(id));
};
