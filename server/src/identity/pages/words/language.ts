import { AsyncLocalStorage } from 'node:async_hooks';

/** The languages of pages and mails. English is what the code is written in. */
export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];

const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text);

/** The language of a code such as `de-CH`, if we have it. */
export const languageOf = (code: string | null | undefined): Language | undefined => {
  const [primary = ''] = (code ?? '').trim().toLowerCase().split('-');
  return isLanguage(primary) ? primary : undefined;
};

/** The first language that we have: of `ui_locales` (OpenID Connect Core 3.1.2.1), then of the browser. Otherwise English. */
export const chooseLanguage = (uiLocales: string | undefined, acceptLanguage: string | undefined): Language =>
  firstOf((uiLocales ?? '').slice(0, longest).split(' ')) ??
  firstOf(readAcceptLanguage((acceptLanguage ?? '').slice(0, longest))) ??
  'en';

const longest = 500;

const firstOf = (codes: readonly string[]): Language | undefined => {
  for (const code of codes) {
    const language = languageOf(code);
    if (language !== undefined) return language;
  }
  return undefined;
};

/** `de-CH, fr;q=0.9, *;q=0.1`: best first; what the browser does not want is left out. */
const readAcceptLanguage = (header: string): string[] =>
  header
    .split(',')
    .map((part) => {
      const [code = '', ...parameters] = part.split(';').map((each) => each.trim());
      const quality = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? '1';
      return { code, weight: Number(quality) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ code }) => code);

/** Goes along with a request through all that it waits for, so that no view needs to be told. */
const spoken = new AsyncLocalStorage<{ language: Language }>();

export const currentLanguage = (): Language => spoken.getStore()?.language ?? 'en';

/** Does the work in a language; one that we do not have changes nothing. */
export const speaking = <Result>(language: Language | undefined, work: () => Result): Result =>
  spoken.run({ language: language ?? currentLanguage() }, work);

/** For a request whose wish is found on the way, such as the sign-in that an application began with `ui_locales`. */
export const speakFromNowOn = (language: Language): void => {
  const store = spoken.getStore();
  if (store !== undefined) store.language = language;
};

const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' };

/** A day in words, such as 15 November 2026. */
export const sayDate = (date: Date): string =>
  date.toLocaleDateString(locales[currentLanguage()], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
