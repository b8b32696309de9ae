import { escapeHtml } from '../../../platform/mail/escape-html.ts';

/** Text that is safe as HTML. `html` makes it and escapes whatever is put in. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type HtmlValue = string | number | Html | readonly Html[] | undefined | false;

/**
 * Builds HTML: values are escaped, `Html` stands as it is, undefined and false are nothing. Values belong between tags or
 * into quoted attributes, never elsewhere.
 */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(parts.map((part, place) => part + write(values[place])).join(''));

const write = (value: HtmlValue): string => {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value.join('');
};

/** An attribute with its value, or nothing: ` name="value"`. True stands for an attribute without a value. */
export const attribute = (name: string, value: string | boolean | undefined): Html => {
  if (value === undefined || value === false) return new Html('');
  return value === true ? new Html(` ${name}`) : html`${new Html(` ${name}`)}="${value}"`;
};

/** For what the provider itself wrote. */
export const trusted = (text: string): Html => new Html(text);
