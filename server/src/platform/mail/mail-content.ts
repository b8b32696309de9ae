import { type Static, Type } from 'typebox';
import { compileCheck } from '../http/wire/compile-check.ts';
import type { SecretBox, SecretPlace } from '../secrets/index.ts';
import { type MailLayout, type RenderedMail, renderMail } from './render-mail.ts';

const text = Type.String();
const common = { name: Type.Optional(text), headers: Type.Record(text, text) };
const written = Type.Object({ ...common, text, html: text });
const laidOut = Type.Object({
  ...common,
  layout: Type.Object({
    title: text,
    paragraphs: Type.Array(text),
    action: Type.Optional(Type.Object({ label: text, url: text })),
    footer: text,
    language: Type.Optional(text),
  }),
});
const kept = Type.Union([written, laidOut]);
/** What stays sealed in the database until the mail is sent. */
export type KeptContent = Static<typeof kept>;
/** What a mail program shows. */
export type MailContent = Static<typeof written>;

const findProblems = compileCheck(kept);
const placeOf = (mailId: string): SecretPlace => ({ table: 'mails', row: mailId, field: 'sealed_content' });

export interface ContentToSeal {
  readonly name: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RenderedMail | { readonly layout: MailLayout };
}

export const sealMailContent = (box: SecretBox, mailId: string, { name, headers, body }: ContentToSeal): string =>
  box.seal(JSON.stringify({ name, headers, ...body }), placeOf(mailId));

export const openMailContent = (box: SecretBox, mailId: string, sealed: string): MailContent => {
  const content: KeptContent = JSON.parse(box.openText(sealed, placeOf(mailId)));
  const [problem] = findProblems(content);
  if (problem !== undefined)
    throw new TypeError(`The mail ${mailId} is kept in a form that this version does not know.`);
  if (!('layout' in content)) return content;
  const { layout, ...rest } = content;
  return { ...rest, ...renderMail(layout) };
};
