import { hidden } from '../html/field.ts';
import { type Html, html } from '../html/html.ts';

export interface ProviderForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

const attributeIn = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
const plainText = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

/**
 * The provider hands a form over as text, with inputs that have neither label nor button. This takes it apart, so that our
 * pages can build one of their own around the same fields.
 */
export const readProviderForm = (text: string): ProviderForm => {
  const [tag = ''] = /<form[^>]*>/.exec(text) ?? [];
  const action = attributeIn(tag, 'action');
  if (action === undefined) throw new Error('The provider gave no form.');
  const fields: Record<string, string> = {};
  for (const [input] of text.matchAll(/<input[^>]*>/g)) {
    const name = attributeIn(input, 'name');
    if (name !== undefined) fields[name] = plainText(attributeIn(input, 'value') ?? '');
  }
  return { action: plainText(action), fields };
};

/** The form with our own content in it. Fields that the content has itself are left out. */
export const renderProviderForm = (text: string, content: Html, own: readonly string[] = []): Html => {
  const { action, fields } = readProviderForm(text);
  const kept = Object.entries(fields).filter(([name]) => !own.includes(name));
  return html`<form method="post" action="${action}">
${kept.map(([name, value]) => hidden(name, value))}${content}</form>
`;
};
