import { AppError } from '../../platform/errors/app-error.ts';
import type { Text } from './words/say.ts';

/** A field that must not be empty; the message stands at the field. */
export const requireField = (form: Readonly<Record<string, string>>, name: string, message: Text): string => {
  const value = form[name] ?? '';
  if (value.trim() === '') {
    throw new AppError('invalid', 'form.field-missing', message, {
      details: [{ in: 'body', path: `/${name}`, message }],
    });
  }
  return value;
};
