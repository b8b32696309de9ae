import { Type } from 'typebox';
import type { AppError, ErrorKind } from '../../platform/errors/app-error.ts';
import type { ErrorForm } from '../../platform/http/error-form.ts';
import { renderError } from './views/error-view.ts';
import { say, type Text, translate } from './words/say.ts';

const titles: Partial<Readonly<Record<ErrorKind, Text>>> = {
  unauthenticated: 'That did not work',
  forbidden: 'You may not do that',
  notFound: 'There is nothing here',
  tooManyRequests: 'Too many requests',
  unavailable: 'We are busy just now',
  unexpected: 'Something went wrong on our side',
  dependencyFailed: 'Something went wrong on our side',
  timeout: 'That took too long',
};
const titleOf = (error: AppError): Text => {
  if (error.code === 'sign-in.ended') return 'This sign-in has ended';
  if (error.code === 'link.invalid') return 'This link does not work any more';
  if (error.code === 'federation.issuer-failed') return 'You were not signed in';
  return titles[error.kind] ?? 'That did not work';
};

/** Operations speak of links and tokens alike; on a page it is always a link, and the advice says what to do. */
const texts: Readonly<Record<string, Text>> = {
  'link.invalid': 'It was used already, or its time is over, or a newer one was sent since.',
};

const advice: Readonly<Record<string, Text>> = {
  'link.invalid':
    'Look for a newer mail. Otherwise ask for a new link: with “Forgotten?” on the sign-in page, or from whoever invited you.',
};

/** Errors of the pages are pages: what went wrong, what to do, and the support code. */
export const pageErrorForm: ErrorForm = {
  mediaType: 'text/html; charset=utf-8',
  schemaOf: () => Type.String(),
  render: (error, { supportCode }) =>
    renderError({
      title: say(titleOf(error)),
      text: translate(texts[error.code] ?? error.message),
      advice: sayMaybe(advice[error.code]),
      supportCode,
    }).toString(),
};

const sayMaybe = (text: Text | undefined): string | undefined => (text === undefined ? undefined : say(text));
