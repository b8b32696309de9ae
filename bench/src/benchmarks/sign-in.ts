import { signIn as signInOnce } from '../../../acceptance/support/sign-in.ts';
import { adminEmail, adminPassword } from '../../../acceptance/support/start-portolan.ts';
import type { Benchmark, Finding, RunOptions } from '../harness/benchmark.ts';
import { formatNumber } from '../harness/judge.ts';
import { measurePairs } from '../harness/measure-pairs.ts';
import { median } from '../harness/statistics.ts';
import { encodeRequest } from '../load/encode-request.ts';
import { runOpenLoop } from '../load/open-loop.ts';
import { findPostmaster, readProcessorSeconds } from '../programs/processor-time-of.ts';
import { addPeople, type Directory, openDirectory } from './directory/open-directory.ts';

/** How many people sign in at the same moment; each has an account of their own. */
const atOnce = 4;
/** Other requests that come meanwhile, per second: what a server with room to spare gets. */
const rate = 200;
const redirectUri = 'https://orders.example.com/callback';

export const signIn: Benchmark = {
  name: 'sign-in',
  goal: 'S11',
  about: 'people who sign in with a password, from the first page to their tokens, and what others notice of it',
  run: async (options) => {
    await using directory = await openDirectory();
    await giveOutPasswords(directory);
    const livez = encodeRequest({ path: '/livez' });
    const profile = encodeRequest({ path: '/services/v3/my/profile', headers: directory.application.headers });
    return [
      await measureSignIns(directory, options),
      ...(await compareOthers(directory, 'GET /livez', livez, options)),
      ...(await compareOthers(directory, 'GET /my/profile', profile, options)),
    ];
  },
};

const emailOf = (person: number) => `person${person}@example.com`;

/** People have the administrator's password, so that none need be made and checked before the clock runs. */
const giveOutPasswords = async (directory: Directory): Promise<void> => {
  await addPeople(directory, atOnce);
  await directory.query(
    `INSERT INTO password_credentials (user_id, password_hash)
     SELECT p.id, c.password_hash FROM users p, password_credentials c JOIN users a ON a.id = c.user_id
     WHERE a.email = $1 AND p.email LIKE 'person%@example.com'`,
    [adminEmail],
  );
};

interface SignIns {
  readonly made: () => number;
  stop(): Promise<void>;
}

/** Everybody signs in, and again as soon as they have their tokens. */
const startSignIns = ({ application, product }: Directory, people: number): SignIns => {
  let made = 0;
  let isOver = false;
  const options = {
    url: product.url.replace('127.0.0.1', 'localhost'),
    clientId: application.clientId,
    clientSecret: application.secret,
    redirectUri,
    scope: 'openid api://portolan/user_impersonation',
    password: adminPassword,
  };
  const signInUntilOver = async (person: number): Promise<void> => {
    while (!isOver) {
      await signInOnce({ ...options, email: emailOf(person) });
      made += 1;
    }
  };
  const everybody = Promise.all(Array.from({ length: people }, (_, index) => signInUntilOver(index + 1)));
  everybody.catch(() => undefined);
  return {
    made: () => made,
    stop: async () => {
      isOver = true;
      await everybody;
    },
  };
};

const measureSignIns = async (directory: Directory, options: RunOptions): Promise<Finding> => {
  options.note(`password sign-ins, ${atOnce} at once`);
  const pids = [directory.product.pid, await findPostmaster(await directory.product.connection())];
  const seconds: number[] = [];
  const rates: number[] = [];
  for (let turn = 0; turn < options.pairs; turn += 1) {
    const before = await readProcessorSeconds(pids);
    const begun = performance.now();
    const signIns = startSignIns(directory, atOnce);
    await new Promise((resolve) => setTimeout(resolve, options.seconds * 1000));
    await signIns.stop();
    rates.push((signIns.made() * 1000) / (performance.now() - begun));
    seconds.push(((await readProcessorSeconds(pids)) - before) / signIns.made());
  }
  const perSecond = formatNumber(median(rates));
  return {
    measured: 'processor time of server and database for one password sign-in',
    samples: seconds,
    unit: 's',
    sides: `${perSecond} sign-ins/s, ${atOnce} at once; ${formatNumber(1 / median(seconds))} per second and core`,
  };
};

/** What a request of somebody else takes while people sign in, as a multiple of what it takes without them. */
const compareOthers = async (
  directory: Directory,
  measured: string,
  request: Buffer,
  options: RunOptions,
): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const which of ['p50', 'p99'] as const) {
    options.note(`${measured} beside sign-ins: ${which} at ${rate} req/s`);
    const ask = async () =>
      (
        await runOpenLoop({
          target: directory.target,
          request: () => request,
          connections: 64,
          rate,
          seconds: options.seconds,
        })
      )[which];
    const beside = {
      name: 'beside sign-ins',
      take: async () => {
        const signIns = startSignIns(directory, atOnce);
        try {
          return await ask();
        } finally {
          await signIns.stop();
        }
      },
    };
    const pairs = await measurePairs(beside, { name: 'alone', take: ask }, options.pairs, 'ms');
    findings.push({
      measured: `${measured} while ${atOnce} people sign in, ${which} at ${rate} req/s`,
      samples: pairs.ratios,
      unit: 'x',
      sides: pairs.sides,
    });
  }
  return findings;
};
