import { AppError } from '../../platform/errors/app-error.ts';
import { commonPasswords } from './common-passwords.ts';

export const leastPasswordLength = 12;
export const mostPasswordLength = 256;

/** What is known about whoever will use the password: nobody's own name is a secret. */
export interface PasswordOwner {
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

export type PasswordProblem = 'too-short' | 'too-long' | 'common' | 'repetitive' | 'personal';

const messages: Readonly<Record<PasswordProblem, string>> = {
  'too-short': `The password must have at least ${leastPasswordLength} characters.`,
  'too-long': `The password must have at most ${mostPasswordLength} characters.`,
  common: 'The password is among those that are tried first. Choose several words that do not belong together.',
  repetitive: 'The password only repeats or counts up a few characters. Choose several words.',
  personal: 'The password is little more than your own name or e-mail address. Choose several words.',
};

const looksLike: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
];
const ways = rows.flatMap((row) => [row, [...row].reverse().join('')]);

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');
const asWord = (text: string): string => lettersOf(text.replaceAll(/[0134578@$!]/g, (mark) => looksLike[mark] ?? mark));

/** The shortest part that the text is a repetition of: `abc` of `abcabcabca`. */
const repeatedPart = (text: string): string => {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const part = text.slice(0, length);
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return part;
  }
  return text;
};

/** Cuts the text into runs along the alphabet, the digits, a keyboard row, or of one character. */
const countRuns = (text: string): number => {
  let runs = 0;
  for (let at = 0; at < text.length; runs += 1) at += runLength(text.slice(at));
  return runs;
};

const runLength = (text: string): number => {
  const [first = ''] = text;
  let longest = 1;
  for (const way of [first.repeat(text.length), ...ways]) {
    const start = way.indexOf(first);
    let length = 0;
    while (start >= 0 && length < text.length && way[start + length] === text[length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
};

const isCommon = (text: string): boolean =>
  [lettersOf(text), asWord(text), asWord(text.replace(/[\d\W_]+$/u, '')), asWord(text.replace(/^[\d\W_]+/u, ''))]
    .map(repeatedPart)
    .some((word) => commonPasswords.has(word));

const isPersonal = (text: string, owner: PasswordOwner): boolean => {
  const [local = '', domain = ''] = owner.email.toLowerCase().split('@');
  const names = [local, domain, `${local}@${domain}`, owner.firstName ?? '', owner.lastName ?? '']
    .map((name) => name.toLowerCase().normalize('NFKC'))
    .filter((name) => name.length >= 3)
    .sort((a, b) => b.length - a.length);
  const rest = names.reduce((text_, name) => text_.replaceAll(name, ''), text);
  // What is left beside the names must itself be worth something.
  return rest !== text && lettersOf(rest).length < 4 && rest.length < 8;
};

/** The rules of NIST SP 800-63B: length, no word that is tried first, nothing personal; no rule about kinds of characters. */
export const findPasswordProblem = (password: string, owner: PasswordOwner): PasswordProblem | undefined => {
  const length = [...password].length;
  if (length < leastPasswordLength) return 'too-short';
  if (length > mostPasswordLength) return 'too-long';
  const text = password.normalize('NFKC').toLowerCase();
  if (repeatedPart(text).length <= 3 || countRuns(text) <= 3) return 'repetitive';
  if (isCommon(text)) return 'common';
  return isPersonal(text, owner) ? 'personal' : undefined;
};

/** `member` names the password in the request's body. */
export const refuseWeakPassword = (password: string, owner: PasswordOwner, member = 'password'): void => {
  const problem = findPasswordProblem(password, owner);
  if (problem === undefined) return;
  const message = messages[problem];
  throw new AppError('invalid', `password.${problem}`, message, {
    details: [{ in: 'body', path: `/${member}`, message }],
  });
};
