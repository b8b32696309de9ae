import { type Html, html, trusted } from '../html/html.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { currentLanguage, type Language } from './language.ts';

/** A text of pages or mails in English, which is also its name in the other languages. */
export type Text = keyof typeof german;

export const catalogues: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<Text, string>>>> = {
  de: german,
  fr: french,
};

export type Values = Readonly<Record<string, string | number>>;

const placeholder = /\{(\w+)\}/g;

/** Whatever text it is, in the language of the request; English where there is no other. */
export const translate = (text: string): string => {
  const language = currentLanguage();
  if (language === 'en') return text;
  const catalogue: Readonly<Record<string, string>> = catalogues[language];
  return Object.hasOwn(catalogue, text) ? (catalogue[text] ?? text) : text;
};

/** The text in the language of the request, with values for its `{placeholders}`. */
export const say = (text: Text, values: Values = {}): string =>
  translate(text).replaceAll(placeholder, (_, name: string) => String(values[name] ?? ''));

/** The same for texts in which something stands out, or is a link. */
export const sayHtml = (text: Text, values: Readonly<Record<string, Html>>): Html => {
  // Every second part is the name of a placeholder.
  const parts = translate(text).split(placeholder);
  return trusted(parts.map((part, place) => String(place % 2 === 0 ? html`${part}` : (values[part] ?? ''))).join(''));
};
