import { AppError, type ErrorDetail } from '../../errors/app-error.ts';

export type RequestPart = ErrorDetail['in'];

/** One thing that is wrong: where it is, and what to say after its name. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** More than a person reads; the rest is counted. */
const shown = 20;
const longest = 200;

const clip = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}...` : text);

const pointer = (path: readonly (string | number)[]): string =>
  clip(path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')).toWellFormed();

const partNames: Readonly<Record<RequestPart, string>> = {
  body: 'The body',
  query: 'The query parameter',
  path: 'The path parameter',
  header: 'The header',
};

const subject = (part: RequestPart, path: readonly (string | number)[]): string => {
  if (part === 'body') return path.length === 0 ? partNames.body : `\`${pointer(path)}\``;
  return `${partNames[part]} \`${clip(String(path[0] ?? '')).toWellFormed()}\``;
};

/** The error for a request that could be read and is wrong. It names members, never their values. */
export const invalidRequest = (part: RequestPart, problems: readonly Problem[]): AppError => {
  const details = problems
    .slice(0, shown)
    .map(
      ({ path, text }): ErrorDetail => ({ in: part, path: pointer(path), message: `${subject(part, path)} ${text}.` }),
    );
  const more = problems.length - 1;
  const message = `${details[0]?.message ?? 'The request is not valid.'}${more > 0 ? ` (${more} more)` : ''}`;
  return new AppError('invalid', 'request.invalid', message, { details });
};
