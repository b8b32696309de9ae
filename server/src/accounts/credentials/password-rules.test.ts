import { describe, expect, test } from 'vitest';
import { AppError } from '../../platform/errors/app-error.ts';
import { findPasswordProblem, refuseWeakPassword } from './password-rules.ts';

const owner = { email: 'kari.nordmann@example.com', firstName: 'Kari', lastName: 'Nordmann' };

describe('findPasswordProblem', () => {
  test.each([
    'correct horse battery staple',
    'a sentence that only I know',
    'tr0ub4dor&3 and a bit',
    'Kj8#vLq2!zRw',
    'kari likes the northern lights',
    'påskeharen spiser gulrøtter',
    'password of the blue house',
    'administrator in the harbour 7',
    '龍が如く七つの海を越えて行こう',
    'x9 x8 w7 v6 u5 q4',
  ])('takes %j', (password) => {
    expect(findPasswordProblem(password, owner)).toBeUndefined();
  });

  test.each([
    ['', 'too-short'],
    ['elevenchars', 'too-short'],
    ['🦊🦊🦊🦊🦊🦊', 'too-short'],
    ['x'.repeat(257), 'too-long'],
    ['aaaaaaaaaaaaa', 'repetitive'],
    ['abababababab', 'repetitive'],
    ['abcabcabcabcabc', 'repetitive'],
    ['123456789012', 'repetitive'],
    ['0987654321098', 'repetitive'],
    ['abcdefghijklm', 'repetitive'],
    ['qwertyuiopasdfghjkl', 'repetitive'],
    ['111111222222', 'repetitive'],
    ['password1234', 'common'],
    ['Password2026!', 'common'],
    ['P@$$w0rd2026!!', 'common'],
    ['passwordpassword', 'common'],
    ['2026-Welcome!', 'common'],
    ['qwertyuiop!2026', 'common'],
    ['iloveyou123456', 'common'],
    ['ADMINISTRATOR1', 'common'],
    ['Portolan-2026', 'common'],
    ['karinordmann', 'personal'],
    ['Kari.Nordmann@example.com', 'personal'],
    ['kari.nordmann12', 'personal'],
    ['Nordmann-2026!', 'personal'],
  ])('refuses %j as %s', (password, problem) => {
    expect(findPasswordProblem(password, owner)).toBe(problem);
  });

  test('a name of two letters forbids nothing', () => {
    expect(findPasswordProblem('yo yo makes the day', { email: 'yo@a.io', firstName: 'Yo' })).toBeUndefined();
  });
});

test('the error names the place and never the password', () => {
  const password = 'Password2026!';
  const error = (() => {
    try {
      return refuseWeakPassword(password, owner, 'newPassword');
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ kind: 'invalid', code: 'password.common', details: [{ path: '/newPassword' }] });
  expect(JSON.stringify(error)).not.toContain(password);
});
