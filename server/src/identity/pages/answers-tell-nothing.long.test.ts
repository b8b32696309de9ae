import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { inviteUser, issueOneTimeCode, registerUser, systemTenantId, type User } from '../../accounts/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { saveProgress } from './sign-in/sign-in-progress.ts';
import { usePagesBench } from './test/open-pages-bench.ts';

const bench = usePagesBench();
const samples = 1_000;
const system = { actor: { kind: 'system' } };

/** The chance that a sample of one is slower than a sample of the other: 0.5 when time tells nothing (Mann-Whitney). */
const chanceOfSlower = (one: readonly number[], other: readonly number[]): number => {
  const all = [...one.map((time) => ({ time, isOne: true })), ...other.map((time) => ({ time, isOne: false }))];
  all.sort((a, b) => a.time - b.time);
  let rankSum = 0;
  all.forEach(({ isOne }, place) => {
    if (isOne) rankSum += place + 1;
  });
  return (rankSum - (one.length * (one.length + 1)) / 2) / (one.length * other.length);
};

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

// With 1,000 samples each the chance strays by 0.013 by itself; four times that is not chance any more.
const bound = 0.05;

/** Asks for known and unknown addresses in turns, in random order, so that whatever else the machine does hits both alike. */
const compare = async (
  ask: (isKnown: boolean) => Promise<string>,
  prepare: (isKnown: boolean) => Promise<void> = async () => undefined,
) => {
  const [known, unknown]: [number[], number[]] = [[], []];
  const texts = new Set<string>();
  for (let round = -20; round < samples; round += 1) {
    const order = Math.random() < 0.5 ? [true, false] : [false, true];
    for (const isKnown of order) {
      await prepare(isKnown);
      const started = performance.now();
      const text = await ask(isKnown);
      const time = performance.now() - started;
      texts.add(text);
      if (round >= 0) (isKnown ? known : unknown).push(time);
    }
    if (round % 8 === 0) await sql`DELETE FROM sign_in_throttles`.execute(bench().database);
  }
  return { known, unknown, texts };
};

const report = (name: string, known: readonly number[], unknown: readonly number[]): number => {
  const chance = chanceOfSlower(known, unknown);
  const [a, b] = [median(known).toFixed(3), median(unknown).toFixed(3)];
  console.log(`${name}: median known ${a} ms, unknown ${b} ms, chance that known is slower ${chance.toFixed(3)}`);
  return Math.abs(chance - 0.5);
};

const send = async (path: string, cookie: string, form: Readonly<Record<string, string>>): Promise<string> => {
  const answer = await fetch(`${bench().url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { cookie },
  });
  const text = await answer.text();
  const same = form.email === undefined ? text : text.replaceAll(form.email, 'EMAIL');
  return `${answer.status} ${same.replace(/data-passkey-get="[^"]*"/, '')}`;
};

const known = Array.from({ length: 20 }, () => `${randomUUID()}@example.com`);
const pick = (isKnown: boolean): string =>
  isKnown ? (known[Math.floor(Math.random() * known.length)] ?? '') : `${randomUUID()}@example.com`;

/** A sign-in that has begun: its address and the cookies of the browser. */
const beginSignIn = async (): Promise<{ readonly path: string; readonly cookie: string }> => {
  const answer = await fetch(
    `${bench().url}/identity/authorize?${new URLSearchParams({
      client_id: await bench().makeApplication(),
      response_type: 'code',
      redirect_uri: 'https://app.example.com/callback',
      scope: 'openid',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    })}`,
    { redirect: 'manual' },
  );
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { path: new URL(answer.headers.get('location') ?? '', bench().url).pathname, cookie };
};

const users: User[] = [];
beforeAll(async () => {
  for (const email of known) users.push(await bench().makeUser(email));
});

test('a refused sign-in', async () => {
  const { path, cookie } = await beginSignIn();
  const result = await compare(
    async (isKnown) => await send(path, cookie, { email: pick(isKnown), password: 'a password that is wrong' }),
  );
  expect(result.texts.size).toBe(1);
  expect(report('sign-in', result.known, result.unknown)).toBeLessThan(bound);
  // A difference of a tenth would have been seen.
  const slower = result.unknown.map((time) => time * 1.1);
  expect(Math.abs(chanceOfSlower(slower, result.unknown) - 0.5)).toBeGreaterThan(bound);
});

test('a forgotten password', async () => {
  const result = await compare(async (isKnown) => await send('/identity/forgotten', '', { email: pick(isKnown) }));
  expect(result.texts.size).toBe(1);
  expect(report('forgotten password', result.known, result.unknown)).toBeLessThan(bound);
});

test('the code of an invitation', async () => {
  const invited: string[] = [];
  for (let count = 0; count < 250; count += 1) {
    const email = `${randomUUID()}@example.com`;
    await inTransaction(bench().database, async (transaction) => {
      const { user } = await registerUser(transaction, system, { tenantId: systemTenantId, person: { email } });
      await inviteUser(transaction, system, { userId: user.id, scope: 'everyTenant' });
      const deps = { transaction, oneTimeCodes: bench().oneTimeCodes };
      await issueOneTimeCode(deps, system, { user, purpose: 'activation' });
    });
    invited.push(email);
  }
  let next = 0;
  const result = await compare(async (isKnown) => {
    const email = isKnown ? (invited[next++ % invited.length] ?? '') : `${randomUUID()}@example.com`;
    return await send('/identity/code', '', { email, code: 'abcdef' });
  });
  expect(result.texts.size).toBe(1);
  expect(report('registration code', result.known, result.unknown)).toBeLessThan(bound);
});

test('a request for a code by mail', async () => {
  const { path, cookie } = await beginSignIn();
  const result = await compare(
    async (isKnown) => await send(path, cookie, { action: 'send-code', email: pick(isKnown) }),
  );
  expect(result.texts.size).toBe(1);
  expect(report('code by mail, asked for', result.known, result.unknown)).toBeLessThan(bound);
});

test('a wrong code from a mail', async () => {
  const { path, cookie } = await beginSignIn();
  const interaction = path.split('/').at(-1) ?? '';
  for (const user of users) {
    await inTransaction(bench().database, (transaction) =>
      issueOneTimeCode({ transaction, oneTimeCodes: bench().oneTimeCodes }, system, {
        user,
        purpose: 'signIn',
        context: { interaction },
      }),
    );
  }
  let email = '';
  const result = await compare(
    async () => (await send(path, cookie, { code: '000000' })).replaceAll(email, 'EMAIL'),
    async (isKnown) => {
      email = pick(isKnown);
      await saveProgress(bench(), interaction, { methods: [], accounts: [], remember: false, codeSentTo: email });
      // Nobody runs out of tries: the answer to a try is what is measured.
      await sql`UPDATE one_time_codes SET tries = 0`.execute(bench().database);
    },
  );
  expect(result.texts.size).toBe(1);
  expect([...result.texts][0]).toContain('not right');
  expect(report('code by mail, wrong', result.known, result.unknown)).toBeLessThan(bound);
});
