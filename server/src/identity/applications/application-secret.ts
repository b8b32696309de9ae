import { randomUUID } from 'node:crypto';
import { hashToken, issueToken, type SecretBox, type SecretPlace } from '../../platform/secrets/index.ts';

/** `ptl_cs_...`: what leak scanners look for. */
export const clientSecretPrefix = 'ptl_cs';
const shownLength = clientSecretPrefix.length + 5;

export interface NewSecret {
  readonly id: string;
  readonly version: number;
  readonly description: string;
  readonly secretHash: Buffer;
  readonly sealedSecret: string;
  /** The first characters, by which people recognise it. */
  readonly secretStart: string;
  readonly createdBy: string | null;
  /** Null: it does not expire. Counted by the clock of the database. */
  readonly days: number | null;
  /** The secret itself, for whoever asked for it; never stored. */
  readonly text: string;
}

const placeOf = (secretId: string): SecretPlace => ({ table: 'application_secrets', row: secretId, field: 'secret' });

export const makeSecret = (
  box: SecretBox,
  facts: Pick<NewSecret, 'version' | 'description' | 'createdBy' | 'days'>,
): NewSecret => {
  const id = randomUUID();
  const text = issueToken(clientSecretPrefix);
  return {
    ...facts,
    id,
    text,
    secretHash: hashToken(text),
    sealedSecret: box.seal(text, placeOf(id)),
    secretStart: text.slice(0, shownLength),
  };
};

export const openSecret = (box: SecretBox, secret: { readonly id: string; readonly sealedSecret: string }): string =>
  box.openText(secret.sealedSecret, placeOf(secret.id));
