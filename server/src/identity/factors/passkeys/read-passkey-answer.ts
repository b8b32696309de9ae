import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { AppError } from '../../../platform/errors/app-error.ts';

interface Answers {
  readonly attestationObject: RegistrationResponseJSON;
  readonly signature: AuthenticationResponseJSON;
}

const base64url = /^[A-Za-z0-9_-]{1,20000}$/;
const needed: Readonly<Record<keyof Answers, readonly string[]>> = {
  attestationObject: ['clientDataJSON', 'attestationObject'],
  signature: ['clientDataJSON', 'authenticatorData', 'signature'],
};

/** What a browser gave for a passkey, told by its telling member; refuses whatever does not look like it. */
export const readPasskeyAnswer = <Kind extends keyof Answers>(text: string, kind: Kind): Answers[Kind] => {
  const answer = parse(text);
  const response = isObject(answer) && isObject(answer.response) ? answer.response : {};
  const isWhole =
    isObject(answer) &&
    [answer.id, answer.rawId, ...needed[kind].map((member) => response[member])].every(isBase64Url) &&
    answer.type === 'public-key' &&
    hasTexts(response.transports);
  if (!isWhole) {
    throw new AppError('invalid', 'passkey.unreadable', 'The browser did not give a passkey. Try again.', {
      details: [{ in: 'body', path: '/passkey', message: 'passkey must be what the browser gave, as JSON.' }],
    });
  }
  return { ...answer, clientExtensionResults: {} } as unknown as Answers[Kind];
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isBase64Url = (value: unknown): boolean => typeof value === 'string' && base64url.test(value);
const hasTexts = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((each) => typeof each === 'string'));
