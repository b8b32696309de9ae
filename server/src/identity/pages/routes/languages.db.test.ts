import { expect, test } from 'vitest';
import { goodPassword } from '../../factors/test/open-factors-bench.ts';
import { authorizeParameters, usePagesBench } from '../test/open-pages-bench.ts';
import { alertOf, headingOf } from '../test/test-browser.ts';

const bench = usePagesBench();

const openIn = async (path: string, acceptLanguage: string): Promise<string> => {
  const answer = await fetch(`${bench().url}/identity${path}`, {
    headers: { 'accept-language': acceptLanguage, accept: 'text/html' },
  });
  return await answer.text();
};

test.each([
  ['/forgotten', 'de-AT,en;q=0.5', '<html lang="de">', 'Passwort vergessen?'],
  ['/forgotten', 'fr', '<html lang="fr">', 'Mot de passe oublié ?'],
  ['/forgotten', 'nl', '<html lang="en">', 'Forgotten your password?'],
  ['/forgotten?ui_locales=fr', 'de', '<html lang="fr">', 'Mot de passe oublié ?'],
  ['/register?token=x', 'de', '<html lang="de">', 'Dieser Link gilt nicht mehr'],
  ['/authorize?client_id=nobody', 'de', '<html lang="de">', 'Diese Anwendung kennen wir nicht'],
  ['/device', 'fr', '<html lang="fr">', 'Connecter un appareil'],
  ['/nothing-here', 'de', '<html lang="de">', 'Hier ist nichts'],
])('%s for a browser that wants %s', async (path, acceptLanguage, tag, heading) => {
  const page = await openIn(path, acceptLanguage);
  expect(page).toContain(tag);
  expect(page).toContain(`<h1>${heading}</h1>`);
});

test('the application asks for a language, and the whole sign-in keeps to it, errors and mails too', async () => {
  const user = await bench().makeUser();
  const started = await bench().startSignIn(await bench().makeApplication(), { ui_locales: 'nl de' });
  expect(headingOf(started.page)).toBe('Anmelden');
  const wrong = await started.send({ email: user.email, password: 'not the password' });
  expect(alertOf(wrong)).toBe('Die E-Mail-Adresse oder das Passwort stimmt nicht.');
  const asked = await started.send({ email: user.email, action: 'send-code' });
  expect(headingOf(asked)).toBe('Geben Sie den Code ein');
  await expect
    .poll(async () => (await bench().mailsTo(user.email)).map(({ subject }) => subject), { timeout: 10_000 })
    .toEqual(['Ihr Code zum Anmelden']);
  const [mail] = await bench().mailsTo(user.email);
  expect(mail?.html).toContain('<html lang="de"');
  expect(mail?.text).toContain('Er gilt zehn Minuten');
});

test('a mail is in the language of its reader, whatever the page was in', async () => {
  const user = await bench().makeUser();
  await bench().database.updateTable('users').set({ language: 'fr-CH' }).where('id', '=', user.id).execute();
  const browser = bench().browser();
  await browser.post('/identity/forgotten?ui_locales=de', { email: user.email });
  await expect
    .poll(async () => (await bench().mailsTo(user.email)).map(({ subject }) => subject), { timeout: 10_000 })
    .toEqual(['Choisissez un nouveau mot de passe']);
});

test('a language that nobody asked for changes nothing: two requests at once do not mix', async () => {
  const user = await bench().makeUser();
  const clientId = await bench().makeApplication();
  const open = async (wanted: string) =>
    headingOf(
      await bench()
        .browser()
        .get(`/identity/authorize?${authorizeParameters(clientId, { ui_locales: wanted })}`),
    );
  expect(await Promise.all(['de', 'fr', 'en', 'xx'].map(open))).toEqual([
    'Anmelden',
    'Se connecter',
    'Sign in',
    'Sign in',
  ]);
  const started = await bench().startSignIn(clientId);
  expect(headingOf(await started.send({ email: user.email, password: goodPassword }))).not.toBe('Anmelden');
});
