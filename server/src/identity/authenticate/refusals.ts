import { AppError } from '../../platform/errors/app-error.ts';

// One sentence for malformed, unknown, expired and revoked: a guesser learns nothing.

const challenge = (error?: string): Record<string, string> => ({
  'www-authenticate': error === undefined ? 'Bearer realm="portolan"' : `Bearer realm="portolan", error="${error}"`,
});

export const keyMissing = (): AppError =>
  new AppError(
    'unauthenticated',
    'key.missing',
    'A subscription key is needed, in the header Ocp-Apim-Subscription-Key or the query parameter subscription-key.',
  );

export const keyInvalid = (): AppError =>
  new AppError('unauthenticated', 'key.invalid', 'The subscription key is not valid for this API, or not any more.');

export const tokenMissing = (): AppError =>
  new AppError('unauthenticated', 'token.missing', 'A token is needed, in the header Authorization: Bearer <token>.', {
    headers: challenge(),
  });

export const tokenInvalid = (): AppError =>
  new AppError('unauthenticated', 'token.invalid', 'The token is not valid for this API, or not any more.', {
    headers: challenge('invalid_token'),
  });

export const sessionInvalid = (): AppError =>
  new AppError('unauthenticated', 'session.invalid', 'You are not signed in any more. Sign in again.');

export const otherApplication = (): AppError =>
  new AppError(
    'forbidden',
    'key.other-application',
    'The subscription key and the token belong to different applications.',
  );

export const scopeMissing = (scope: string): AppError =>
  new AppError('forbidden', 'token.scope-missing', `The token does not hold the scope ${scope}.`, {
    headers: challenge('insufficient_scope'),
  });

export const crossSite = (): AppError =>
  new AppError(
    'forbidden',
    'session.cross-site',
    'With a session, changes are accepted from the console itself only. Scripts use a bearer token.',
  );
