import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { goodPassword } from '../../factors/test/open-factors-bench.ts';
import { usePagesBench } from '../test/open-pages-bench.ts';
import { headingOf, type Landing } from '../test/test-browser.ts';

const bench = usePagesBench();

const signInWithPassword = async () => {
  const user = await bench().makeUser();
  const started = await bench().startSignIn(await bench().makeApplication());
  const landing = await started.send({ email: user.email, password: goodPassword });
  expect(landing.url.searchParams.has('code')).toBe(true);
  return { user, browser: started.browser };
};

const setUp = async (page: Landing, send: (form: Record<string, string>) => Promise<Landing>) => {
  expect(headingOf(page)).toBe('Set up your authenticator app');
  const key = /<code class="key">([^<]*)</.exec(page.body)?.[1]?.replaceAll(' ', '') ?? '';
  const timestamp = bench().now().getTime();
  await send({ code: TOTP.generate({ secret: Secret.fromBase32(key), timestamp }) });
  return await send({ action: 'codes-kept' });
};

test('an application that wants two factors asks for the second only', async () => {
  const { browser } = await signInWithPassword();
  const vault = await bench().makeApplication({ secondFactorRequired: true });
  const { page, send } = await bench().startSignIn(vault, {}, browser);
  const done = await setUp(page, send);
  expect(done.url.searchParams.has('code')).toBe(true);
  const again = await bench().startSignIn(vault, {}, browser);
  expect(again.page.url.searchParams.has('code')).toBe(true);
});

test('without a question the application hears that a sign-in is needed', async () => {
  const { browser } = await signInWithPassword();
  const vault = await bench().makeApplication({ secondFactorRequired: true });
  const { page } = await bench().startSignIn(vault, { prompt: 'none' }, browser);
  expect(page.url.searchParams.get('error')).toBe('login_required');
});

test.each(['users', 'tenants'])(
  'two factors that are wanted since (%s) are asked for at the next application',
  async (table) => {
    const tenantId = await bench().makeTenant();
    const user = await bench().makeUser(undefined, tenantId);
    const application = async () => await bench().makeApplication({ tenantId });
    const started = await bench().startSignIn(await application());
    await started.send({ email: user.email, password: goodPassword });
    const id = table === 'users' ? user.id : tenantId;
    await sql`UPDATE ${sql.table(table)} SET second_factor_required = true WHERE id = ${id}`.execute(bench().database);
    const next = await bench().startSignIn(await application(), {}, started.browser);
    expect((await setUp(next.page, next.send)).url.searchParams.has('code')).toBe(true);
  },
);

test('a new sign-in that is asked for as well begins with the password', async () => {
  const { browser } = await signInWithPassword();
  const vault = await bench().makeApplication({ secondFactorRequired: true });
  const { page } = await bench().startSignIn(vault, { prompt: 'login' }, browser);
  expect(headingOf(page)).toBe('Sign in');
});
