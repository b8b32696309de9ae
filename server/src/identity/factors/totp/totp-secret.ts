import type { SecretBox, SecretPlace } from '../../../platform/secrets/index.ts';
import type { TotpRow } from './totp-store.ts';

const placeOf = (id: string): SecretPlace => ({ table: 'totp_credentials', row: id, field: 'secret' });

export const sealTotpSecret = (box: SecretBox, id: string, secret: string): string => box.seal(secret, placeOf(id));

export const openTotpSecret = (box: SecretBox, row: TotpRow): string => box.openText(row.sealedSecret, placeOf(row.id));
