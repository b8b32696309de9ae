import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors/app-error.ts';

const longestForm = 16 * 1024;

/** Forms are the only bodies that pages take. */
export const addFormParser = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: longestForm },
    (_request, body, done) => {
      try {
        done(null, readForm(String(body)));
      } catch (error) {
        done(error as Error);
      }
    },
  );
};

/** A field that is given twice is refused: whoever reads the first and whoever reads the last would disagree. */
export const readForm = (text: string): Readonly<Record<string, string>> => {
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) throw new AppError('invalid', 'form.field-twice', 'A field of the form was sent twice.');
    if (value.includes('\u0000'))
      throw new AppError('invalid', 'form.field-invalid', 'A field holds a character that is not text.');
    fields[name] = value;
  }
  return fields;
};
