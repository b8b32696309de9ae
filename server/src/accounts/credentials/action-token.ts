import { AppError } from '../../platform/errors/app-error.ts';
import { hashToken, issueToken, parseToken } from '../../platform/secrets/index.ts';
import type { ActionPurpose } from './action-token-store.ts';

const prefixes: Readonly<Record<ActionPurpose, string>> = {
  activation: 'ptl_act',
  passwordReset: 'ptl_pwr',
  addressChange: 'ptl_adr',
};

export const makeActionToken = (purpose: ActionPurpose): { readonly token: string; readonly tokenHash: Buffer } => {
  const token = issueToken(prefixes[purpose]);
  return { token, tokenHash: hashToken(token) };
};

/** Refuses what cannot be such a token without asking the database. */
export const actionTokenHash = (purpose: ActionPurpose, text: string): Buffer => {
  const parsed = parseToken(text, prefixes[purpose]);
  if (parsed === undefined) throw actionTokenInvalid();
  return hashToken(parsed.text);
};

/** One sentence for malformed, unknown, expired, used and revoked: a guesser learns nothing. */
export const actionTokenInvalid = (): AppError =>
  new AppError('unauthenticated', 'link.invalid', 'The link or token is not valid any more. Ask for a new one.');
