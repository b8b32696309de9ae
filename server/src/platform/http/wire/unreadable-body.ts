import { AppError } from '../../errors/app-error.ts';

/** Line and column of a place in a text, both counted from one. */
export const placeOf = (text: string, index: number): { line: number; column: number } => {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: index - start + 1 };
};

/** A body that cannot be read at all, as against one that was read and is wrong. */
export const unreadableBody = (form: 'JSON' | 'XML', problem: string, text?: string, index?: number): AppError => {
  const place = text === undefined || index === undefined ? undefined : placeOf(text, index);
  const where = place === undefined ? '' : ` (line ${place.line}, column ${place.column})`;
  return new AppError('invalid', 'body.unreadable', `The ${form} body cannot be read: ${problem}${where}.`);
};
