import type { AppError } from '../../../platform/errors/app-error.ts';

/** What was wrong with a form that was sent, in words for people. */
export interface FormProblem {
  readonly summary: string;
  /** By the name of the field. */
  readonly fields: Readonly<Record<string, string>>;
}

/** `fields` maps members, as operations call them, to the names of fields, where these differ. */
export const formProblemOf = (error: AppError, fields: Readonly<Record<string, string>> = {}): FormProblem => {
  const wait = error.kind === 'tooManyRequests' ? Number(error.headers['retry-after'] ?? Number.NaN) : Number.NaN;
  const entries = error.details.flatMap(({ path, message }) => {
    const member = path.slice(1);
    return /^\w+$/.test(member) ? [[fields[member] ?? member, sentence(message)] as const] : [];
  });
  return {
    summary: Number.isNaN(wait)
      ? sentence(error.message)
      : `There were too many tries. Try again in ${duration(wait)}.`,
    fields: Object.fromEntries(entries),
  };
};

const duration = (seconds: number): string => {
  if (seconds < 90) return seconds === 1 ? 'one second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
};

/** Operations name members as in JSON; at the beginning of a sentence people expect a capital letter. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
