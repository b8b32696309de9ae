import type { SecretBox, SecretPlace } from '../../platform/secrets/index.ts';

/** Whose mails of which channel end. */
export interface Unsubscription {
  readonly userId: string;
  readonly channelId: string;
}

const place: SecretPlace = { table: 'channel_preferences', row: 'link', field: 'unsubscribe' };

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Links in mails work for years and without a sign-in: the token is sealed, so that nobody can make one for another reader. */
export const issueUnsubscribeToken = (box: SecretBox, { userId, channelId }: Unsubscription): string =>
  box.seal(Buffer.concat([bytesOf(userId), bytesOf(channelId)]), place);

/** Undefined for what we have not sealed for this purpose. */
export const readUnsubscribeToken = (box: SecretBox, token: string): Unsubscription | undefined => {
  if (token.length > 500) return undefined;
  try {
    const bytes = box.open(token, place);
    return bytes.length === 32
      ? { userId: idOf(bytes.subarray(0, 16)), channelId: idOf(bytes.subarray(16)) }
      : undefined;
  } catch {
    return undefined;
  }
};

export const unsubscribePath = '/unsubscribe';

export const unsubscribeUrl = (publicUrl: string, token: string): string => `${publicUrl}${unsubscribePath}/${token}`;
