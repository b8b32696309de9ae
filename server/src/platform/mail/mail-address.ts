import { AppError } from '../errors/app-error.ts';
import type { MailAddress } from './mail.ts';

const mostLocal = 64;
const mostAddress = 254;
const mostName = 200;

// Dot-atoms of RFC 5322, and letters of any language as RFC 6531 allows them. Quoted local parts and address literals
// are lawful but nobody's address, and they are where parsers disagree.
const localPart = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainLabel = /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;

/** Characters that end or fold a header line, in any of the spellings that software treats as a line end, and their kin. */
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

export const hasControlCharacters = (text: string): boolean => control.test(text);

export const isMailAddress = (text: string): boolean => {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(0, at));
  const labels = text.slice(at + 1).split('.');
  return (
    Buffer.byteLength(text) <= mostAddress &&
    Buffer.byteLength(local) <= mostLocal &&
    localPart.test(local) &&
    labels.every((label) => label.length <= 63 && domainLabel.test(label))
  );
};

/** Refuses what is no address, and any name or address that could smuggle a header into the mail. */
export const readMailAddress = (input: string | MailAddress): MailAddress => {
  const { address, name = '' } = typeof input === 'string' ? { address: input } : input;
  if (!isMailAddress(address)) {
    throw new AppError('invalid', 'mail.address-invalid', 'The e-mail address of the recipient is not valid.');
  }
  if (name.length > mostName || hasControlCharacters(name)) {
    const message = `The name of a recipient has at most ${mostName} characters and no line breaks.`;
    throw new AppError('invalid', 'mail.name-invalid', message);
  }
  return name === '' ? { address } : { name, address };
};
