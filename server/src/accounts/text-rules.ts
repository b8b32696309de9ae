import { AppError, type ErrorDetail } from '../platform/errors/app-error.ts';

/** Control characters, and the marks that turn the writing direction: they make one name look like another. */
const unseen = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

export const hasUnseenCharacters = (text: string): boolean => unseen.test(text);

export const invalidInput = (code: string, details: readonly ErrorDetail[]): AppError =>
  new AppError('invalid', code, details.map((detail) => detail.message).join(' '), { details });

/** A name that people read: one line of 1 to `most` characters, without spaces around it. */
export const readTitle = (text: string, member: string, most: number): string => {
  const title = text.trim().normalize('NFC');
  if (title === '' || [...title].length > most || hasUnseenCharacters(title)) {
    const message = `The ${member} must have 1 to ${most} characters and no line breaks.`;
    throw invalidInput(`${member}.invalid`, [{ in: 'body', path: `/${member}`, message }]);
  }
  return title;
};

export const readDescription = (text: string, most: number): string => {
  if ([...text].length > most || text.includes('\u0000')) {
    const message = `The description must have at most ${most} characters.`;
    throw invalidInput('description.invalid', [{ in: 'body', path: '/description', message }]);
  }
  return text;
};
