import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { SecretBox, SecretPlace } from '../secrets/index.ts';

const content = Type.Object({
  name: Type.Optional(Type.String()),
  text: Type.String(),
  html: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
});
/** What stays sealed in the database until the mail is sent. */
export type MailContent = Static<typeof content>;

const validator = Compile(content);
const placeOf = (mailId: string): SecretPlace => ({ table: 'mails', row: mailId, field: 'sealed_content' });

export const sealMailContent = (box: SecretBox, mailId: string, plain: MailContent): string =>
  box.seal(JSON.stringify(plain), placeOf(mailId));

export const openMailContent = (box: SecretBox, mailId: string, sealed: string): MailContent =>
  validator.Parse(JSON.parse(box.openText(sealed, placeOf(mailId))));
