import { say, type Text } from '../words/say.ts';
import type { ErrorView } from './error-view.ts';

interface Words {
  readonly title: Text;
  readonly text: Text;
  readonly advice: readonly Text[];
}

const again: Text = 'Go back to the application and start again.';
const tell: Text = 'Tell those who look after the application, with the support code below.';

/** The errors of OAuth 2.0 and OpenID Connect in words for people. */
const words: Readonly<Record<string, Words>> = {
  invalid_client: {
    title: 'We do not know this application',
    text: 'The application that sent you here is not registered, or was switched off.',
    advice: [tell],
  },
  invalid_redirect_uri: {
    title: 'The application sent a wrong address',
    text: 'The application asked to be called back at an address that it has not registered. To keep your account safe we go no further.',
    advice: [tell],
  },
  invalid_request: {
    title: 'The application asked in a wrong way',
    text: 'The request of the application could not be understood.',
    advice: [again, 'If that does not help:', tell],
  },
  session_not_found: {
    title: 'This sign-in has ended',
    text: 'It took too long, or it was finished or started again in another window. Cookies must be allowed for this site.',
    advice: [again],
  },
  access_denied: { title: 'You were not signed in', text: 'The sign-in was cancelled or refused.', advice: [again] },
  not_found: {
    title: 'There is nothing here',
    text: 'There is no page at this address.',
    advice: ['Check the address, or go back to where you came from.'],
  },
  server_error: {
    title: 'Something went wrong on our side',
    text: 'The request could not be finished.',
    advice: ['Try again in a moment. If it happens again, the support code below finds it in the log.'],
  },
};

const other: Words = {
  title: 'The sign-in could not go on',
  text: 'The request of the application was refused.',
  advice: [again, 'If that does not help:', tell],
};

/** `error` is the code of the standard, `detail` what the provider says about it. */
export const providerErrorWords = (error: string, detail: string): Omit<ErrorView, 'supportCode'> => {
  // The provider names a lost session by its description only.
  const code =
    /session|interaction|authorization request has expired/i.test(detail) && error === 'invalid_request'
      ? 'session_not_found'
      : error;
  const found = Object.hasOwn(words, code) ? (words[code] ?? other) : other;
  return {
    title: say(found.title),
    text: say(found.text),
    advice: found.advice.map((each) => say(each)).join(' '),
    technical: code === 'not_found' ? undefined : `${error}: ${detail}`,
  };
};
