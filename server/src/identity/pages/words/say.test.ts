import { expect, test } from 'vitest';
import { createTestPasswords } from '../../../../test/test-secrets.ts';
import { preparePassword } from '../../../accounts/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { formProblemOf } from '../html/form-problem.ts';
import { html } from '../html/html.ts';
import { renderSignIn } from '../views/sign-in-view.ts';
import { chooseLanguage, currentLanguage, sayDate, speakFromNowOn, speaking } from './language.ts';
import { catalogues, say, sayHtml, translate } from './say.ts';

const placeholdersOf = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
const english = Object.keys(catalogues.de);

test.each(['de', 'fr'] as const)('%s has every text, with the same placeholders', (language) => {
  const catalogue: Readonly<Record<string, string>> = catalogues[language];
  expect(Object.keys(catalogue).sort()).toEqual([...english].sort());
  for (const [text, words] of Object.entries(catalogue)) {
    expect(words.trim(), text).not.toBe('');
    expect(placeholdersOf(words), text).toEqual(placeholdersOf(text));
  }
});

// A full stop that is lost, or a sentence that was left in English, is what people see first.
test.each(['de', 'fr'] as const)('%s ends its sentences as English does, and leaves none in English', (language) => {
  for (const [text, words] of Object.entries(catalogues[language])) {
    expect(/[.?:]$/.exec(words)?.[0], text).toBe(/[.?:]$/.exec(text)?.[0]);
    if (text.split(' ').length > 2) expect(words).not.toBe(text);
  }
});

test.each([
  [undefined, undefined, 'en'],
  [undefined, '*', 'en'],
  [undefined, 'de-CH,de;q=0.9,en;q=0.8', 'de'],
  [undefined, 'nl, fr;q=0.5, de;q=0.7', 'de'],
  [undefined, 'de;q=0, fr;q=0.1', 'fr'],
  [undefined, 'en-US,de', 'en'],
  ['fr-CA de', 'de', 'fr'],
  ['nl', 'de', 'de'],
  ['constructor', '__proto__', 'en'],
  ['DE', undefined, 'de'],
])('ui_locales %s and Accept-Language %s give %s', (uiLocales, acceptLanguage, language) => {
  expect(chooseLanguage(uiLocales, acceptLanguage)).toBe(language);
});

test('values are put in; in HTML they keep what they are, and the text is escaped', () => {
  expect(say('Your code: {code}', { code: '123456' })).toBe('Your code: 123456');
  speaking('de', () => {
    expect(say('Your code: {code}', { code: '123456' })).toBe('Ihr Code: 123456');
    const host = html`<strong>${'a<b'}</strong>`;
    expect(sayHtml('You will be sent to {host}.', { host }).toString()).toBe(
      'Sie werden zu <strong>a&lt;b</strong> weitergeleitet.',
    );
  });
});

test('what was put in is not read as a placeholder', () => {
  expect(say('You left {application}', { application: '{count} seconds' })).toBe('You left {count} seconds');
});

test('a language goes along with what a request waits for, and may change on the way', async () => {
  await speaking('fr', async () => {
    await Promise.resolve();
    expect(currentLanguage()).toBe('fr');
    expect(sayDate(new Date('2026-11-15T00:00:00Z'))).toBe('15 novembre 2026');
    speakFromNowOn('de');
    expect(currentLanguage()).toBe('de');
    expect(speaking(undefined, currentLanguage)).toBe('de');
  });
  expect(currentLanguage()).toBe('en');
});

test('what is not in the catalogue stays in English', () => {
  expect(speaking('de', () => translate('constructor'))).toBe('constructor');
});

test.each(['short', 'x'.repeat(300), 'password1234', 'aaaaaaaaaaaaaaaa', 'ada@example.com'])(
  'what is wrong with the password "%.12s" is told in German',
  async (password) => {
    const passwords = await createTestPasswords();
    const refused = await preparePassword({ passwords }, { password, owner: { email: 'ada@example.com' } }).catch(
      (error: unknown) => error,
    );
    if (!(refused instanceof AppError)) throw new Error('It was not refused.');
    expect(speaking('de', () => formProblemOf(refused)).summary).toMatch(/^Das Passwort /);
  },
);

test('a page says its language, and nothing on it is English', () => {
  const page = speaking('fr', () =>
    renderSignIn({
      action: '/x',
      forgotten: '/y',
      application: 'Orders',
      email: undefined,
      remember: false,
      hasFederations: true,
      passkey: {},
    }),
  ).toString();
  expect(page).toContain('<html lang="fr">');
  const text = page.replaceAll(/<[^>]*>/g, ' ');
  for (const word of ['Sign', 'Password', 'Cancel', 'Keep', 'Show', 'code by']) expect(text).not.toContain(word);
});
