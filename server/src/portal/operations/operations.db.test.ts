import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, publish } from '../../platform/database/index.ts';
import { queueMail } from '../../platform/mail/index.ts';
import { type Caller, openPortalBench, type PortalBench } from '../test/portal-bench.ts';

let bench: PortalBench;
let administrator: Caller;

beforeAll(async () => {
  bench = await openPortalBench(2);
  administrator = await bench.makeUser({ roles: ['administrator'] });
});
afterAll(async () => await bench.close());

describe('the audit log', () => {
  test('is filtered by administrators', async () => {
    const tenant = await bench.ask(administrator, 'POST', '/tenants', { body: { name: `Audit ${randomUUID()}` } });
    const { id } = tenant.json();
    const supportCode = tenant.headers['x-supportcode'];
    const byTarget = await bench.ask(administrator, 'GET', `/audit?targetId=${id}`);
    expect(byTarget.json()).toMatchObject({
      totalCount: 1,
      result: [
        {
          action: 'tenant.created',
          actor: { kind: 'user', id: administrator.id, name: administrator.email },
          target: { kind: 'tenant', id },
          supportCode,
          ipAddress: '127.0.0.1',
        },
      ],
    });
    const filters = [
      `tenantId=${id}`,
      `actorId=${administrator.id}&action=tenant.created`,
      `supportCode=${supportCode}`,
      `targetKind=tenant&targetId=${id}&from=2020-01-01T00:00:00Z`,
    ];
    for (const filter of filters) {
      expect([filter, (await bench.ask(administrator, 'GET', `/audit?${filter}`)).json().totalCount]).toEqual([
        filter,
        1,
      ]);
    }
    const past = await bench.ask(administrator, 'GET', `/audit?targetId=${id}&to=2020-01-01T00:00:00Z`);
    expect(past.json().totalCount).toBe(0);
    expect((await bench.ask(administrator, 'GET', '/audit?from=yesterday')).statusCode).toBe(400);
  });

  test('of a project is for its owners, and shows nothing else', async () => {
    const tenantId = await bench.makeTenant();
    const [owner, reader] = [await bench.makeUser({ tenantId }), await bench.makeUser({ tenantId })];
    const { id } = (await bench.ask(owner, 'POST', '/projects', { body: { name: 'Audited' } })).json();
    await bench.ask(owner, 'PUT', `/projects/${id}/members/${reader.id}`, { body: { role: 'reader' } });
    const log = await bench.ask(owner, 'GET', `/projects/${id}/audit`);
    expect(log.json().result.map(({ action }: { action: string }) => action)).toEqual([
      'project.member-set',
      'project.created',
    ]);
    expect((await bench.ask(reader, 'GET', `/projects/${id}/audit`)).statusCode).toBe(403);
    expect((await bench.ask(owner, 'GET', '/audit')).statusCode).toBe(403);
    // The path decides, whatever the query says.
    const other = await bench.ask(owner, 'GET', `/projects/${id}/audit?projectId=${randomUUID()}`);
    expect(other.json().totalCount).toBe(2);
  });

  test('of a project is read along an index', async () => {
    const plan = await bench.database.transaction().execute(async (transaction) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(transaction);
      await sql`SET LOCAL enable_sort = off`.execute(transaction);
      const explained = sql`EXPLAIN SELECT id FROM audit_log WHERE project_id = ${randomUUID()} ORDER BY id DESC LIMIT 50`;
      return JSON.stringify((await explained.execute(transaction)).rows);
    });
    expect(plan).toContain('audit_log_project');
  });
});

describe('the outbox', () => {
  test('shows mails without their content, and sends failed ones again', async () => {
    const { id } = await inTransaction(bench.database, (transaction) =>
      queueMail({ secretBox: bench.deps.box }, transaction, {
        to: 'outbox@example.com',
        subject: 'Hello',
        text: 'secret link',
        html: '<p>secret link</p>',
      }),
    );
    const list = await bench.ask(administrator, 'GET', '/mails?state=queued');
    expect(list.json().result).toContainEqual(
      expect.objectContaining({ id, recipient: 'outbox@example.com', state: 'queued' }),
    );
    expect(list.body).not.toContain('secret link');
    expect((await bench.ask(administrator, 'POST', `/mails/${id}/retry`)).statusCode).toBe(404);
    await sql`UPDATE mails SET state = 'failed', finished_at = now() WHERE id = ${id}`.execute(bench.database);
    expect((await bench.ask(administrator, 'GET', '/mails?state=failed')).json().totalCount).toBe(1);
    expect((await bench.ask(administrator, 'POST', `/mails/${id}/retry`)).statusCode).toBe(204);
    expect(await bench.auditOf(id)).toEqual(['mail.retried']);
  });
});

describe('failed jobs', () => {
  const failJob = async (): Promise<string> => {
    const { rows } = await sql<{ id: string }>`
      SELECT id::text FROM graphile_worker.add_job('nobody.knows', '{}'::json, max_attempts => 1)`.execute(
      bench.database,
    );
    const id = rows[0]?.id ?? '';
    await sql`SELECT graphile_worker.permanently_fail_jobs(ARRAY[${id}::bigint], 'broken')`.execute(bench.database);
    return id;
  };

  test('are listed, tried again and forgotten', async () => {
    const [one, two] = [await failJob(), await failJob()];
    const list = await bench.ask(administrator, 'GET', '/jobs/failed?pageSize=1');
    expect(list.json()).toMatchObject({ totalCount: 2, totalPages: 2, result: [{ id: two, error: 'broken' }] });
    const second = await bench.ask(administrator, 'GET', '/jobs/failed?pageSize=1&pageIndex=2');
    expect(second.json().result).toMatchObject([{ id: one }]);
    expect((await bench.ask(administrator, 'GET', '/jobs')).json().failed).toBe(2);
    expect((await bench.ask(administrator, 'POST', `/jobs/failed/${one}/retry`)).statusCode).toBe(204);
    expect((await bench.ask(administrator, 'DELETE', `/jobs/failed/${two}`)).statusCode).toBe(204);
    expect((await bench.ask(administrator, 'DELETE', `/jobs/failed/${two}`)).statusCode).toBe(404);
    expect((await bench.ask(administrator, 'DELETE', '/jobs/failed/x')).statusCode).toBe(400);
    expect((await bench.ask(administrator, 'GET', '/jobs')).json().failed).toBe(0);
  });
});

describe('signing keys', () => {
  const rotate = async (body?: object) =>
    await bench.ask(administrator, 'POST', '/signing-keys/rotate', body === undefined ? {} : { body });

  test('rotate when an administrator asks', async () => {
    const before = (await bench.ask(administrator, 'GET', '/signing-keys')).json();
    expect(before).toMatchObject({ totalCount: 1, result: [{ state: 'active' }] });
    expect((await rotate()).statusCode).toBe(204);
    const after = await bench.ask(administrator, 'GET', '/signing-keys', { node: 1 });
    const states = after.json().result.map((key: { state: string; algorithm: string }) => [key.state, key.algorithm]);
    expect(states).toEqual([
      ['active', 'ES256'],
      ['active', 'RS256'],
      ['retired', 'ES256'],
    ]);
    expect(after.body).not.toMatch(/"d"|sealed|private/i);
    expect((await bench.ask(await bench.makeUser(), 'POST', '/signing-keys/rotate')).statusCode).toBe(403);
    expect((await rotate({ endTokens: 'perhaps' })).statusCode).toBe(400);
  });

  test('rotate so often at the most; then the answer says when it is possible again', async () => {
    const answers = [];
    for (let turn = 0; turn < 12; turn += 1) answers.push(await rotate());
    expect(answers.map(({ statusCode }) => statusCode).slice(-3)).toEqual([429, 429, 429]);
    const refused = answers.at(-1);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(7000);
    expect(refused?.json()).toMatchObject({ status: 429, type: 'urn:portolan:problem:signing-key.too-many' });
    await sql`UPDATE signing_keys SET created_at = created_at - interval '3 hours'`.execute(bench.database);
  });

  test('take the tokens of before along when they shall end, and are listed no more', async () => {
    expect((await rotate({ endTokens: true })).statusCode).toBe(204);
    for (const node of [0, 1]) {
      await expect
        .poll(async () => (await bench.ask(administrator, 'GET', '/me', { node })).statusCode, { timeout: 1_000 })
        .toBe(401);
    }
    const { rows } = await sql<{ id: string }>`SELECT id FROM signing_keys
      WHERE state = 'retired' AND verifies_until > now()`.execute(bench.database);
    expect(rows).toEqual([]);
    await sql`UPDATE signing_keys SET verifies_until = now() + interval '1 day' WHERE id = 'bench'`.execute(
      bench.database,
    );
    await publish(bench.database, 'signing-keys', 'bench');
    await expect.poll(async () => (await bench.ask(administrator, 'GET', '/me')).statusCode).toBe(200);
    const listed = (await bench.ask(administrator, 'GET', '/signing-keys')).json();
    expect(listed.result.map(({ id }: { id: string }) => id)).toContain('bench');
    expect(listed.totalCount).toBe(3);
  });
});

test('terms are published by administrators and read by everybody', async () => {
  const person = await bench.makeUser();
  expect((await bench.ask(person, 'GET', '/terms')).statusCode).toBe(404);
  const body = { title: 'Terms of use', content: 'Be kind.' };
  expect((await bench.ask(person, 'POST', '/terms', { body })).statusCode).toBe(403);
  expect((await bench.ask(administrator, 'POST', '/terms', { body })).json()).toMatchObject({ version: 1 });
  expect((await bench.ask(administrator, 'POST', '/terms', { body })).json()).toMatchObject({ version: 2 });
  expect((await bench.ask(person, 'GET', '/terms')).json()).toMatchObject({ version: 2, serviceId: null });
  const unknown = await bench.ask(administrator, 'POST', '/terms', { body: { ...body, serviceId: randomUUID() } });
  expect(unknown.statusCode).toBe(404);
});

describe('health dependencies', () => {
  const path = '/health-dependencies';
  const named = async (name: string) => {
    const { result } = (await bench.ask(administrator, 'GET', path)).json();
    return result.find((dependency: { name: string }) => dependency.name === name);
  };

  test('are registered by name, replaced and removed by administrators', async () => {
    const name = `weather-${randomUUID()}`;
    const body = { name, url: 'https://weather.example.com/health' };
    const made = await bench.ask(administrator, 'PUT', path, { body });
    expect(made.statusCode, made.body).toBe(200);
    const { id } = made.json();
    expect(await named(name)).toMatchObject({ id, url: body.url, critical: false, weight: 1, affectedEndpoints: [] });
    const again = await bench.ask(administrator, 'PUT', path, { body: { ...body, critical: true, weight: 3 } });
    expect(again.json()).toEqual({ id });
    expect(await named(name)).toMatchObject({ critical: true, weight: 3 });
    expect((await bench.ask(administrator, 'DELETE', `${path}/${id}`)).statusCode).toBe(204);
    expect((await bench.ask(administrator, 'DELETE', `${path}/${id}`)).statusCode).toBe(404);
    expect(await named(name)).toBeUndefined();
  });

  test.each([
    [{ name: 'two words', url: 'https://a.example.com' }, 400],
    [{ name: 'nowhere' }, 400],
    [{ name: 'file', url: 'file:///etc/hosts' }, 400],
    [{ name: 'gone', serviceId: randomUUID() }, 404],
  ])('that are none are refused: %j', async (body, status) => {
    expect((await bench.ask(administrator, 'PUT', path, { body })).statusCode).toBe(status);
  });
});
