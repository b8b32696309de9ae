import { expect, test } from 'vitest';
import { AppError } from '../../../platform/errors/app-error.ts';
import { beginsAtTop, formProblemOf } from './form-problem.ts';

const errorOf = (message: string, path: string, said: string): AppError =>
  new AppError('invalid', 'user.invalid', message, { details: [{ in: 'body', path, message: said }] });

test('no page shows names of members as JSON spells them', () => {
  const said = 'firstName must have at most 100 characters.';
  const problem = formProblemOf(errorOf(said, '/firstName', said));
  expect(problem.fields).toEqual({ firstName: 'This must have at most 100 characters.' });
  expect(problem.summary).toBe('Something is not right yet. It is marked below.');
});

test('sentences for people stay as they are', () => {
  const said = 'The two spellings of the password differ.';
  expect(formProblemOf(errorOf(said, '/passwordRepeat', said))).toEqual({
    summary: said,
    fields: { passwordRepeat: said },
  });
});

test('the wait is told in words', () => {
  const after = (seconds: number): string =>
    formProblemOf(
      new AppError('tooManyRequests', 'sign-in.too-many-tries', 'x', { headers: { 'retry-after': String(seconds) } }),
    ).summary;
  expect(after(1)).toContain('in one second.');
  expect(after(30)).toContain('in 30 seconds.');
  expect(after(600)).toContain('in 10 minutes.');
});

test('a page begins at the field that was wrong, where there is one', () => {
  expect(beginsAtTop(undefined)).toBe(true);
  expect(beginsAtTop({ summary: 'x', fields: {} })).toBe(true);
  expect(beginsAtTop({ summary: 'x', fields: { password: 'y' } })).toBe(false);
});
