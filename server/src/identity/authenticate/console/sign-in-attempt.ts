import { hash, randomBytes } from 'node:crypto';
import type { SecretBox, SecretPlace } from '../../../platform/secrets/index.ts';

/** What the browser carries from /auth/login to /auth/callback, sealed: it can neither read nor change it. */
export interface SignInAttempt {
  readonly state: string;
  /** The secret half of PKCE. */
  readonly verifier: string;
  readonly returnPath: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export const attemptSeconds = 600;
const place: SecretPlace = { table: 'cookie', row: 'console sign-in', field: 'attempt' };

export const startAttempt = (returnPath: string, now: Date): SignInAttempt => ({
  state: randomBytes(24).toString('base64url'),
  verifier: randomBytes(32).toString('base64url'),
  returnPath,
  expiresAt: now.getTime() + attemptSeconds * 1000,
});

export const challengeOf = (attempt: SignInAttempt): string => hash('sha256', attempt.verifier, 'base64url');

export const sealAttempt = (box: SecretBox, attempt: SignInAttempt): string => box.seal(JSON.stringify(attempt), place);

/** Undefined for what is not ours, or whose time is over. */
export const openAttempt = (box: SecretBox, sealed: string | undefined, now: Date): SignInAttempt | undefined => {
  if (sealed === undefined) return undefined;
  try {
    const attempt = JSON.parse(box.openText(sealed, place)) as SignInAttempt;
    return attempt.expiresAt > now.getTime() ? attempt : undefined;
  } catch {
    return undefined;
  }
};
