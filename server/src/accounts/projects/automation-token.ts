import { hashToken, issueToken, parseToken } from '../../platform/secrets/index.ts';

/** `ptl_at_...`: what leak scanners look for (contract X3). */
export const automationTokenPrefix = 'ptl_at';
const shownLength = automationTokenPrefix.length + 5;

export const makeAutomationToken = (): {
  readonly token: string;
  readonly tokenHash: Buffer;
  readonly tokenStart: string;
} => {
  const token = issueToken(automationTokenPrefix);
  return { token, tokenHash: hashToken(token), tokenStart: token.slice(0, shownLength) };
};

/** Undefined for whatever cannot be such a token, found by form and checksum alone. */
export const automationTokenHash = (text: string): Buffer | undefined => {
  const parsed = parseToken(text, automationTokenPrefix);
  return parsed === undefined ? undefined : hashToken(parsed.text);
};
