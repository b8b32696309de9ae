import { expect, test } from 'vitest';
import { findUser, type User } from '../../../accounts/index.ts';
import { goodPassword } from '../../factors/test/open-factors-bench.ts';
import { usePagesBench } from '../test/open-pages-bench.ts';
import { headingOf } from '../test/test-browser.ts';

const bench = usePagesBench();

const open = async (path: string, user: User) => {
  const browser = bench().browser();
  const first = await browser.get(path);
  expect(headingOf(first)).toBe('Sign in');
  return { browser, page: await browser.post(first.url.pathname, { email: user.email, password: goodPassword }) };
};
const profileOf = async (user: User) => {
  const { firstName, lastName, displayName, countryCode } = await findUser(bench().database, {
    userId: user.id,
    scope: 'everyTenant',
  });
  return { firstName, lastName, displayName, countryCode };
};

test('the short address leads to the page, which says what is missing', async () => {
  const { page } = await open('/profile?returnUrl=x', await bench().makeUser());
  expect(page.url.pathname + page.url.search).toBe('/identity/profile?returnUrl=x');
  expect(headingOf(page)).toBe('Your profile');
  expect(page.body).toContain('Missing: ');
});

test('what is saved is what others see, and the way leads back to the application', async () => {
  await bench().makeApplication({ redirectUrl: 'https://atlas.example.com/callback' });
  const user = await bench().makeUser();
  const returnUrl = 'https://atlas.example.com/next?order=7';
  const path = `/identity/profile?${new URLSearchParams({ returnUrl })}`;
  const { browser } = await open(path, user);
  const page = await browser.post(path, { firstName: 'Ada', lastName: 'Byron', displayName: '', countryCode: 'gb' });
  expect(page.url.href).toBe(returnUrl);
  expect(await profileOf(user)).toEqual({
    firstName: 'Ada',
    lastName: 'Byron',
    displayName: 'Byron, Ada',
    countryCode: 'GB',
  });
  expect((await browser.get(path)).body).not.toContain('Missing: ');
  expect(await bench().auditOf(user.id)).toContain('user.profile-changed');
});

test('what is wrong is said at its field, and nothing is lost or saved', async () => {
  const user = await bench().makeUser();
  const before = await profileOf(user);
  const { browser } = await open('/identity/profile', user);
  const page = await browser.post('/identity/profile', { firstName: 'Ada', lastName: 'B', countryCode: 'Norway' });
  expect(page.status).toBe(400);
  expect(page.body).toContain('must be a country code such as NO.</span>');
  expect(page.body).toContain('value="Norway"');
  expect((await browser.post('/identity/profile', { firstName: 'Ada', lastName: ' ' })).status).toBe(400);
  expect(await profileOf(user)).toEqual(before);
});

test('an address of nobody is not a way back', async () => {
  const user = await bench().makeUser();
  const path = `/identity/profile?${new URLSearchParams({ returnUrl: 'https://evil.example.net/' })}`;
  const { browser, page } = await open(path, user);
  expect(page.body).not.toContain('href="https://evil');
  expect(headingOf(await browser.post(path, { lastName: 'Byron' }))).toBe('Your profile is saved');
});

test('the language of mails is a field of its own; a form without it leaves it alone', async () => {
  const user = await bench().makeUser();
  const { browser } = await open('/identity/profile', user);
  const languageNow = async () =>
    (await findUser(bench().database, { userId: user.id, scope: 'everyTenant' })).language;
  await browser.post('/identity/profile', { firstName: 'Ada', lastName: 'Byron', language: 'de-CH' });
  expect(await languageNow()).toBe('de-CH');
  await browser.post('/identity/profile', { firstName: 'Ada', lastName: 'Byron' });
  expect(await languageNow()).toBe('de-CH');
  const refused = await browser.post('/identity/profile', { firstName: 'Ada', lastName: 'B', language: 'Klingon!' });
  expect(refused.body).toContain('This must be a language code such as en-GB.</span>');
});
