import { randomBytes } from 'node:crypto';
import { AppError } from '../../platform/errors/app-error.ts';
import type { SecretBox, SecretPlace } from '../../platform/secrets/index.ts';

const lifetime = 5 * 60_000;

interface Occasion {
  readonly nonce: string;
  readonly expiresAt: number;
}

/** Sealed for one user: nobody else can use it, and nobody can make one. */
const placeOf = (userId: string): SecretPlace => ({ table: 'portal', row: userId, field: 'passkey registration' });

/** Opens a time in which a passkey may be registered. The text goes through the browser; the nonce makes the challenge. */
export const openOccasion = (box: SecretBox, userId: string, now: Date): { text: string; nonce: string } => {
  const nonce = randomBytes(24).toString('base64url');
  const occasion: Occasion = { nonce, expiresAt: now.getTime() + lifetime };
  return { nonce, text: box.seal(JSON.stringify(occasion), placeOf(userId)) };
};

export const readOccasion = (box: SecretBox, userId: string, text: string, now: Date): string => {
  const occasion = open(box, userId, text);
  if (occasion === undefined || occasion.expiresAt <= now.getTime()) {
    throw new AppError('invalid', 'passkey.expired', 'It took too long to make the passkey. Start again.', {
      details: [{ in: 'body', path: '/occasion', message: 'The occasion is over.' }],
    });
  }
  return occasion.nonce;
};

const open = (box: SecretBox, userId: string, text: string): Occasion | undefined => {
  try {
    return JSON.parse(box.openText(text, placeOf(userId))) as Occasion;
  } catch {
    return undefined;
  }
};
