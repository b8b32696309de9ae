import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import type { User } from '../../../accounts/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { readFactors } from '../read-factors.ts';
import { useFactorsBench } from '../test/open-factors-bench.ts';
import { verifySecondFactor } from '../verify-second-factor.ts';
import { confirmTotp } from './confirm-totp.ts';
import { findPendingTotp } from './find-pending-totp.ts';
import { removeTotp } from './remove-totp.ts';
import { startTotp } from './start-totp.ts';
import { verifyTotp } from './verify-totp.ts';

const bench = useFactorsBench();
const address = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 255)).join('.')}`;

const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: bench().now().getTime() + steps * 30_000 });

const start = async (user: User) =>
  await bench().write((transaction) => startTotp({ transaction, box: bench().box }, { user }));

/** A user with an authenticator app, whose next code is fresh. */
const makeEnrolled = async () => {
  const user = await bench().makeUser();
  const { secret } = await start(user);
  const recoveryCodes = await confirmTotp(bench(), bench().acting, { userId: user.id, code: codeOf(secret) });
  bench().moveClock(60);
  return { user, secret, recoveryCodes };
};

const verify = async (user: User, code: string, from = address()) =>
  await verifySecondFactor(bench(), bench().acting, { user, code, address: from });

const codeOfRefusal = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? `${error.kind} ${error.code}` : 'not refused';
};

test('nothing counts until a code has been shown', async () => {
  const user = await bench().makeUser();
  const { secret, address: uri } = await start(user);
  expect(uri).toContain(secret);
  expect(await findPendingTotp(bench(), { user })).toEqual({ secret, address: uri });
  expect(await verifyTotp(bench(), { userId: user.id, code: codeOf(secret) })).toBe(false);
  expect((await readFactors(bench().database, { userId: user.id })).totp).toBe(false);
});

test('the first right code puts it in force and gives ten recovery codes', async () => {
  const { user, recoveryCodes } = await makeEnrolled();
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(await readFactors(bench().database, { userId: user.id })).toMatchObject({ totp: true, recoveryCodesLeft: 10 });
  expect(await findPendingTotp(bench(), { user })).toBeUndefined();
  expect((await bench().auditOf(user.id)).slice(-2)).toEqual(['user.totp-confirmed', 'user.recovery-codes-made']);
});

test('neither secret nor recovery codes can be read in the database', async () => {
  const { user, secret, recoveryCodes } = await makeEnrolled();
  const totp = await bench().database.selectFrom('totpCredentials').selectAll().where('userId', '=', user.id).execute();
  const codes = await bench().database.selectFrom('recoveryCodes').selectAll().where('userId', '=', user.id).execute();
  const stored = JSON.stringify([totp, codes]).toLowerCase();
  expect(stored).not.toContain(secret.toLowerCase());
  for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''));
});

test('a wrong first code changes nothing', async () => {
  const user = await bench().makeUser();
  const { secret } = await start(user);
  const wrong = codeOf(secret) === '000000' ? '111111' : '000000';
  expect(await codeOfRefusal(confirmTotp(bench(), bench().acting, { userId: user.id, code: wrong }))).toBe(
    'invalid totp.code-wrong',
  );
  expect(await findPendingTotp(bench(), { user })).toMatchObject({ secret });
});

test('confirming without having started, and twice at once', async () => {
  const user = await bench().makeUser();
  const confirm = async (code: string) => await confirmTotp(bench(), bench().acting, { userId: user.id, code });
  expect(await codeOfRefusal(confirm('123456'))).toBe('conflict totp.not-started');
  const { secret } = await start(user);
  const outcomes = await Promise.allSettled([confirm(codeOf(secret)), confirm(codeOf(secret))]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await readFactors(bench().database, { userId: user.id })).recoveryCodesLeft).toBe(10);
});

test('a code opens once, also when it is used twenty times at the same moment', async () => {
  const { user, secret } = await makeEnrolled();
  const code = codeOf(secret);
  const opened = await Promise.all(
    Array.from({ length: 20 }, async () => await verifyTotp(bench(), { userId: user.id, code })),
  );
  expect(opened.filter(Boolean)).toHaveLength(1);
  expect(await verifyTotp(bench(), { userId: user.id, code })).toBe(false);
});

test('the code that confirmed the app does not sign in, and none that is older than the last', async () => {
  const user = await bench().makeUser();
  const { secret } = await start(user);
  const first = codeOf(secret);
  await confirmTotp(bench(), bench().acting, { userId: user.id, code: first });
  expect(await verifyTotp(bench(), { userId: user.id, code: first })).toBe(false);
  expect(await verifyTotp(bench(), { userId: user.id, code: codeOf(secret, 1) })).toBe(true);
  expect(await verifyTotp(bench(), { userId: user.id, code: first })).toBe(false);
});

test("another user's code is wrong", async () => {
  const [one, other] = [await makeEnrolled(), await makeEnrolled()];
  expect(await codeOfRefusal(verify(one.user, codeOf(other.secret)))).toBe('unauthenticated second-factor.wrong');
  expect(await codeOfRefusal(verify(one.user, other.recoveryCodes[0] ?? ''))).toBe(
    'unauthenticated second-factor.wrong',
  );
});

test('a recovery code opens once, however it is typed, also twice at once', async () => {
  const { user, recoveryCodes } = await makeEnrolled();
  const [code = '', second = ''] = recoveryCodes;
  expect(await verify(user, ` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe('recoveryCode');
  expect(await codeOfRefusal(verify(user, code))).toBe('unauthenticated second-factor.wrong');
  const outcomes = await Promise.allSettled([verify(user, second), verify(user, second)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await readFactors(bench().database, { userId: user.id })).recoveryCodesLeft).toBe(8);
  expect(await bench().auditOf(user.id)).toContain('user.recovery-code-used');
});

test('a new app replaces the one before it and its recovery codes', async () => {
  const { user, secret: old, recoveryCodes } = await makeEnrolled();
  const { secret } = await start(user);
  expect(await verifyTotp(bench(), { userId: user.id, code: codeOf(old) })).toBe(true);
  await confirmTotp(bench(), bench().acting, { userId: user.id, code: codeOf(secret) });
  bench().moveClock(60);
  expect(await verifyTotp(bench(), { userId: user.id, code: codeOf(old) })).toBe(false);
  expect(await verifyTotp(bench(), { userId: user.id, code: codeOf(secret) })).toBe(true);
  expect(await codeOfRefusal(verify(user, recoveryCodes[0] ?? ''))).toBe('unauthenticated second-factor.wrong');
});

test('guessing is slowed down, whatever the address, and knowing the password does not help', async () => {
  const { user, secret } = await makeEnrolled();
  const wrong = codeOf(secret) === '000000' ? '111111' : '000000';
  const refusals: string[] = [];
  for (let count = 0; count < 12; count += 1) refusals.push(await codeOfRefusal(verify(user, wrong)));
  expect(refusals.slice(0, 9).every((each) => each === 'unauthenticated second-factor.wrong')).toBe(true);
  expect(refusals.at(-1)).toBe('tooManyRequests sign-in.too-many-tries');
  expect(await codeOfRefusal(verify(user, codeOf(secret)))).toBe('tooManyRequests sign-in.too-many-tries');
});

test('a success starts the count anew', async () => {
  const { user, secret } = await makeEnrolled();
  for (let count = 0; count < 5; count += 1) await codeOfRefusal(verify(user, '000000'));
  expect(await verify(user, codeOf(secret))).toBe('totp');
  bench().moveClock(60);
  for (let count = 0; count < 5; count += 1) await codeOfRefusal(verify(user, '000000'));
  expect(await verify(user, codeOf(secret))).toBe('totp');
});

test('removed, it opens nothing, and the recovery codes go with it', async () => {
  const { user, secret, recoveryCodes } = await makeEnrolled();
  await bench().write((transaction) => removeTotp(transaction, bench().acting, { user }));
  expect(await verifyTotp(bench(), { userId: user.id, code: codeOf(secret) })).toBe(false);
  expect(await codeOfRefusal(verify(user, recoveryCodes[0] ?? ''))).toBe('unauthenticated second-factor.wrong');
  expect(await readFactors(bench().database, { userId: user.id })).toEqual({
    totp: false,
    passkeys: [],
    recoveryCodesLeft: 0,
  });
});
