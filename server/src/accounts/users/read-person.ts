import type { ErrorDetail } from '../../platform/errors/app-error.ts';
import { isMailAddress } from '../../platform/mail/mail-address.ts';
import { hasUnseenCharacters } from '../text-rules.ts';
import { formatName } from './user.ts';

/** What a client may say about a person; null counts as absent. */
export interface PersonInput {
  readonly email: string;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly displayName?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly countryCode?: string | null | undefined;
  readonly language?: string | null | undefined;
}

export interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly displayName: string;
  readonly phone: string | null;
  readonly countryCode: string | null;
  readonly language: string | null;
}

type Reading<Value> = { readonly value: Value } | { readonly problem: string };

const phoneForm = /^\+?[0-9][0-9 ().\-/]{2,38}$/;
const countryForm = /^[A-Za-z]{2,3}$/;
const languageForm = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/;

export const readEmail = (text: string): Reading<string> => {
  const email = text.trim().normalize('NFC');
  return isMailAddress(email) ? { value: email } : { problem: 'must be an e-mail address' };
};

export const readName = (text: string, most: number): Reading<string> => {
  const name = text.trim().normalize('NFC');
  if ([...name].length > most) return { problem: `must have at most ${most} characters` };
  return hasUnseenCharacters(name) ? { problem: 'must have no line breaks or control characters' } : { value: name };
};

export const readPhone = (text: string): Reading<string | null> => {
  const phone = text.trim();
  if (phone === '') return { value: null };
  return phoneForm.test(phone) && phone.replaceAll(/\D/g, '').length >= 4
    ? { value: phone }
    : { problem: 'must be a phone number such as +47 22 00 00 00' };
};

const readCode =
  (form: RegExp, problem: string, spell: (text: string) => string) =>
  (text: string): Reading<string | null> => {
    const code = text.trim();
    if (code === '') return { value: null };
    return form.test(code) ? { value: spell(code) } : { problem };
  };

export const readCountryCode = readCode(countryForm, 'must be a country code such as NO', (code) => code.toUpperCase());
export const readLanguage = readCode(languageForm, 'must be a language code such as en-GB', (code) => code);

export interface PersonProblem {
  readonly member: keyof PersonInput;
  /** What comes after the name of the member: `must be ...`. */
  readonly problem: string;
}

const read = (input: PersonInput): { readonly person: Person; readonly problems: readonly PersonProblem[] } => {
  const problems: PersonProblem[] = [];
  const take = <Value>(member: keyof PersonInput, reading: Reading<Value>, otherwise: Value): Value => {
    if ('value' in reading) return reading.value;
    problems.push({ member, problem: reading.problem });
    return otherwise;
  };
  const email = take('email', readEmail(input.email), '');
  const firstName = take('firstName', readName(input.firstName ?? '', 100), '');
  const lastName = take('lastName', readName(input.lastName ?? '', 100), '');
  const displayName = take('displayName', readName(input.displayName ?? '', 200), '');
  const person = {
    email,
    firstName,
    lastName,
    displayName: displayName === '' ? formatName({ firstName, lastName }, email) : displayName,
    phone: take('phone', readPhone(input.phone ?? ''), null),
    countryCode: take('countryCode', readCountryCode(input.countryCode ?? ''), null),
    language: take('language', readLanguage(input.language ?? ''), null),
  };
  return { person, problems };
};

/** Everything that is wrong about one person, for those who say it in words of their own. */
export const findPersonProblems = (input: PersonInput): readonly PersonProblem[] => read(input).problems;

/** Checks everything about one person at once. `pointer` says where in the body the person stands, such as `/3`. */
export const readPerson = (
  input: PersonInput,
  pointer = '',
): { readonly person: Person; readonly problems: readonly ErrorDetail[] } => {
  const { person, problems } = read(input);
  const toDetail = ({ member, problem }: PersonProblem): ErrorDetail => ({
    in: 'body',
    path: `${pointer}/${member}`,
    message: `${member} ${problem}.`,
  });
  return { person, problems: problems.map(toDetail) };
};
