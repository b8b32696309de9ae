import { setTimeout as wait } from 'node:timers/promises';
import type { Benchmark, RunOptions } from '../harness/benchmark.ts';
import { measurePairs } from '../harness/measure-pairs.ts';
import { type Directory, openDirectory } from './directory/open-directory.ts';

const subscribers = 1_000_000;
const pageSize = 100;
const lastPage = subscribers / pageSize - 1;
/** Pages of a turn. */
const pages = 100;

export const directoryPaging: Benchmark = {
  name: 'directory-paging',
  goal: 'S10',
  about: 'pages of 100 of 1,000,000 subscribers: the last ones, walked and jumped to, against the first',
  run: async (options) => {
    await using directory = await openDirectory();
    await subscribePeople(directory, options);
    const walk = (name: string, first: number) => ({ name, take: () => readPages(directory, (page) => first + page) });
    const jump = () => readPages(directory, () => lastPage - Math.floor(Math.random() * 1_000));
    const begin = walk('the first pages', 0);
    const walked = await measurePairs(walk('the last pages', lastPage - pages + 1), begin, options.pairs, 'ms');
    const jumped = await measurePairs({ name: 'far pages in any order', take: jump }, begin, options.pairs, 'ms');
    return [
      {
        measured: 'walking: the last 100 pages against the first 100',
        samples: walked.ratios,
        unit: 'x',
        goal: { bound: 'atMost', value: 1.5 },
        sides: walked.sides,
      },
      {
        measured: 'jumping to a far page against walking the first',
        samples: jumped.ratios,
        unit: 'x',
        goal: { bound: 'atMost', value: 5 },
        sides: jumped.sides,
      },
    ];
  },
};

/** Milliseconds per page, one after the other. */
const readPages = async (directory: Directory, pageAt: (place: number) => number): Promise<number> => {
  const begun = performance.now();
  for (let place = 0; place < pages; place += 1) {
    const page = pageAt(place);
    const people = await readPage(directory, page);
    if (people !== pageSize) throw new Error(`Page ${page} holds ${people} people.`);
  }
  return (performance.now() - begun) / pages;
};

const readPage = async ({ product, application }: Directory, page: number): Promise<number> => {
  const url = `${product.url}/services/v3/this/subscribers?page=${page}&pageSize=${pageSize}`;
  const answer = await fetch(url, { headers: application.headers });
  if (answer.status !== 200) throw new Error(`Page ${page} was answered by ${answer.status}.`);
  return ((await answer.json()) as unknown[]).length;
};

const perStatement = 50_000;

/** Fills the list as one statement would over many requests, and waits until the product has counted it. */
const subscribePeople = async (directory: Directory, { note }: RunOptions): Promise<void> => {
  for (let done = 0; done < subscribers; done += perStatement) {
    note(`${done.toLocaleString('en')} subscribers`);
    await directory.query(
      `WITH person AS (
         INSERT INTO users (tenant_id, email, display_name, activated_at)
         SELECT '00000000-0000-0000-0000-000000000000', 'subscriber' || n || '@example.com',
           'Person ' || substr(md5(n::text), 1, 12), now()
         FROM generate_series($2::integer + 1, $2::integer + $3::integer) AS n
         RETURNING id, tenant_id, display_name_key
       )
       INSERT INTO subscriptions (service_id, user_id, tenant_id, name_key, state)
       SELECT $1, id, tenant_id, display_name_key, 'subscribing' FROM person`,
      [directory.application.serviceId, done, perStatement],
    );
  }
  note('counting');
  await directory.query('VACUUM ANALYZE users, subscriptions');
  while ((await directory.query('SELECT FROM subscriber_notes LIMIT 1')).length > 0) await wait(500);
  await directory.query('VACUUM ANALYZE subscriber_notes, subscriber_blocks');
  const [last, beyond] = [await readPage(directory, lastPage), await readPage(directory, lastPage + 1)];
  if (last !== pageSize || beyond !== 0) throw new Error(`The last pages hold ${last} and ${beyond} people.`);
};
