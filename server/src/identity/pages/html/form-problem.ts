import type { AppError } from '../../../platform/errors/app-error.ts';
import { say, translate } from '../words/say.ts';

/** What was wrong with a form that was sent, in words for people. */
export interface FormProblem {
  readonly summary: string;
  /** By the name of the field. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Whether the page begins at its first field; otherwise it begins at the first field that was wrong. */
export const beginsAtTop = (problem: FormProblem | undefined): boolean =>
  problem === undefined || Object.keys(problem.fields).length === 0;

/** `fields` maps members, as operations call them, to the names of fields, where these differ. */
export const formProblemOf = (error: AppError, fields: Readonly<Record<string, string>> = {}): FormProblem => {
  const wait = error.kind === 'tooManyRequests' ? Number(error.headers['retry-after'] ?? Number.NaN) : Number.NaN;
  const entries = error.details.flatMap(({ path, message }) => {
    const member = path.slice(1);
    return /^\w+$/.test(member)
      ? [[fields[member] ?? member, sentence(translate(withoutMember(message, member)))] as const]
      : [];
  });
  return {
    summary: Number.isNaN(wait)
      ? summaryOf(error)
      : say('There were too many tries. Try again in {time}.', { time: duration(wait) }),
    fields: Object.fromEntries(entries),
  };
};

/** What operations say of a member by its name in JSON stands at its field. */
const summaryOf = ({ message, details }: AppError): string =>
  details.some(({ path }) => message.startsWith(`${path.slice(1)} `))
    ? say('Something is not right yet. It is marked below.')
    : sentence(translate(message));

const duration = (seconds: number): string => {
  if (seconds < 90) return seconds === 1 ? say('one second') : say('{count} seconds', { count: seconds });
  return say('{count} minutes', { count: Math.ceil(seconds / 60) });
};

/** Operations begin with the member as JSON spells it. At the field, whose label people see, that name is not needed. */
const withoutMember = (message: string, member: string): string =>
  message.startsWith(`${member} `) ? `this${message.slice(member.length)}` : message;

/** At the beginning of a sentence people expect a capital letter. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
