import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openPortalBench, type PortalBench } from '../test/portal-bench.ts';

let bench: PortalBench;
let owner: Caller;
let tenantId: string;

beforeAll(async () => {
  bench = await openPortalBench(2);
  tenantId = await bench.makeTenant();
  owner = await bench.makeUser({ tenantId });
});
afterAll(async () => await bench.close());

const makeProject = async (by: Caller = owner, name = `Project ${randomUUID()}`): Promise<string> => {
  const answer = await bench.ask(by, 'POST', '/projects', { body: { name, description: 'd' } });
  expect(answer.statusCode).toBe(201);
  return String(answer.json().id);
};

describe('projects (contract P3, P4)', () => {
  test('whoever makes one owns it', async () => {
    const answer = await bench.ask(owner, 'POST', '/projects', { body: { name: '  Alpha ', description: null } });
    expect(answer.statusCode).toBe(201);
    const { id, ...project } = answer.json();
    expect(project).toMatchObject({ name: 'Alpha', description: '', tenantId, role: 'owner', createdBy: owner.id });
    expect(answer.headers.location).toBe(`/portal/v1/projects/${id}`);
    const read = await bench.ask(owner, 'GET', `/projects/${id}`);
    expect(read.json()).toEqual(answer.json());
    expect(await bench.auditOf(id)).toEqual(['project.created']);
  });

  test('a repeat with the same key answers the first project', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { name: 'Once' };
    const first = await bench.ask(owner, 'POST', '/projects', { body, headers });
    const second = await bench.ask(owner, 'POST', '/projects', { body, headers });
    expect(second.statusCode).toBe(201);
    expect(second.json()).toEqual(first.json());
    expect(second.headers.location).toBe(first.headers.location);
    const other = await bench.ask(owner, 'POST', '/projects', { body: { name: 'Other' }, headers });
    expect(other.statusCode).toBe(422);
    const somebody = await bench.makeUser({ tenantId });
    expect((await bench.ask(somebody, 'POST', '/projects', { body, headers })).json().id).not.toBe(first.json().id);
  });

  test.each([
    ['no name', {}, '/name'],
    ['an empty name', { name: '   ' }, '/name'],
    ['a name that is too long', { name: 'x'.repeat(201) }, '/name'],
    ['a name that is no text', { name: 3 }, '/name'],
  ])('%s is refused by name', async (_, body, path) => {
    const answer = await bench.ask(owner, 'POST', '/projects', { body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toMatchObject([{ in: 'body', path }]);
  });

  test('lists show those of the caller, all to administrators, page by page', async () => {
    const person = await bench.makeUser({ tenantId });
    for (const name of ['Zeta list', 'alpha list', 'Mid list']) await makeProject(person, name);
    const page = await bench.ask(person, 'GET', '/projects?pageSize=2&pageIndex=1');
    expect(page.json()).toMatchObject({ pageIndex: 1, pageSize: 2, totalCount: 3, totalPages: 2 });
    expect(page.json().result.map(({ name }: { name: string }) => name)).toEqual(['alpha list', 'Mid list']);
    const last = await bench.ask(person, 'GET', '/projects?pageSize=2&pageIndex=2');
    expect(last.json().result.map(({ name }: { name: string }) => name)).toEqual(['Zeta list']);
    const found = await bench.ask(person, 'GET', '/projects?search=ALPHA');
    expect(found.json()).toMatchObject({ totalCount: 1, result: [{ role: 'owner' }] });
    const administrator = await bench.makeUser({ roles: ['administrator'] });
    const foreign = await bench.ask(administrator, 'GET', '/projects?search=ALPHA%20list');
    expect(foreign.json().result[0]).not.toHaveProperty('role');
    expect((await bench.ask(administrator, 'GET', '/projects')).json().totalCount).toBeGreaterThanOrEqual(3);
    expect((await bench.ask(administrator, 'GET', '/projects?mine=true')).json().totalCount).toBe(0);
  });

  test.each(['pageIndex=0', 'pageSize=0', 'pageSize=1001', 'pageSize=x', 'pageIndex=200000', 'mine=perhaps'])(
    'the query %s is refused',
    async (query) => {
      expect((await bench.ask(owner, 'GET', `/projects?${query}`)).statusCode).toBe(400);
    },
  );

  test('are changed and deleted by owners', async () => {
    const id = await makeProject();
    const changed = await bench.ask(owner, 'PATCH', `/projects/${id}`, { body: { name: 'Renamed' } });
    expect(changed.json()).toMatchObject({ name: 'Renamed', description: 'd' });
    expect((await bench.ask(owner, 'DELETE', `/projects/${id}`)).statusCode).toBe(204);
    expect((await bench.ask(owner, 'GET', `/projects/${id}`)).statusCode).toBe(404);
  });

  test('a project with resources stays', async () => {
    const id = await makeProject();
    const { id: groupId } = await bench.database
      .insertInto('resourceGroups')
      .values({ projectId: id, tenantId, name: 'Group' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await bench.database
      .insertInto('resources')
      .values({
        tenantId,
        projectId: id,
        resourceGroupId: groupId,
        name: 'Thing',
        resourceType: 'platform.service',
        sku: 'standard',
      })
      .execute();
    const answer = await bench.ask(owner, 'DELETE', `/projects/${id}`);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().type).toBe('urn:portolan:problem:project.in-use');
  });

  test('an application that acts for itself makes none, and sees none unless it is an administrator', async () => {
    const id = await makeProject();
    const plain = await bench.makeApplication();
    const strong = await bench.makeApplication({ roles: ['administrator'] });
    expect((await bench.ask(plain, 'POST', '/projects', { body: { name: 'Mine' } })).statusCode).toBe(403);
    expect((await bench.ask(plain, 'GET', `/projects/${id}`)).statusCode).toBe(404);
    expect((await bench.ask(plain, 'GET', '/projects')).json().totalCount).toBe(0);
    expect((await bench.ask(strong, 'GET', `/projects/${id}`)).json()).toMatchObject({ id, role: 'owner' });
    const renamed = await bench.ask(strong, 'PATCH', `/projects/${id}`, { body: { name: 'By a script' } });
    expect(renamed.statusCode).toBe(200);
  });
});

describe('members', () => {
  test('are added by id or e-mail, changed and removed', async () => {
    const id = await makeProject();
    const person = await bench.makeUser({ tenantId });
    const added = await bench.ask(owner, 'POST', `/projects/${id}/members`, {
      body: { email: person.email.toUpperCase(), role: 'reader' },
    });
    expect(added.json()).toMatchObject({ userId: person.id, role: 'reader' });
    expect((await bench.ask(person, 'GET', `/projects/${id}`)).json().role).toBe('reader');
    expect((await bench.ask(person, 'PATCH', `/projects/${id}`, { body: { name: 'No' } })).statusCode).toBe(403);
    await bench.ask(owner, 'PUT', `/projects/${id}/members/${person.id}`, { body: { role: 'owner' } });
    const members = await bench.ask(person, 'GET', `/projects/${id}/members`);
    expect(members.json()).toMatchObject({ totalCount: 2 });
    expect((await bench.ask(owner, 'DELETE', `/projects/${id}/members/${person.id}`)).statusCode).toBe(204);
    expect((await bench.ask(person, 'GET', `/projects/${id}`)).statusCode).toBe(404);
  });

  test('are of the tenant of the project; strangers are not found, whether or not they exist', async () => {
    const id = await makeProject();
    const stranger = await bench.makeUser({ tenantId: await bench.makeTenant() });
    const answers = [];
    for (const userId of [stranger.id, randomUUID()]) {
      const headers = { 'x-supportcode': 'same' };
      const options = { body: { role: 'reader' }, headers };
      answers.push(await bench.ask(owner, 'PUT', `/projects/${id}/members/${userId}`, options));
    }
    const [foreign, missing] = answers;
    expect(foreign?.statusCode).toBe(404);
    expect(foreign?.body).toBe(missing?.body);
    const byMail = await bench.ask(owner, 'POST', `/projects/${id}/members`, {
      body: { email: stranger.email, role: 'reader' },
    });
    expect(byMail.statusCode).toBe(404);
  });

  test.each([
    ['neither id nor e-mail', { role: 'reader' }],
    ['both', { role: 'reader', userId: randomUUID(), email: 'a@example.com' }],
    ['no role', { userId: randomUUID() }],
    ['an unknown role', { userId: randomUUID(), role: 'king' }],
  ])('%s is refused', async (_, body) => {
    const id = await makeProject();
    expect((await bench.ask(owner, 'POST', `/projects/${id}/members`, { body })).statusCode).toBe(400);
  });

  test('the last owner stays', async () => {
    const id = await makeProject();
    expect((await bench.ask(owner, 'DELETE', `/projects/${id}/members/${owner.id}`)).statusCode).toBe(409);
    const lower = await bench.ask(owner, 'PUT', `/projects/${id}/members/${owner.id}`, { body: { role: 'reader' } });
    expect(lower.statusCode).toBe(409);
  });
});

describe('automation tokens (contract X3)', () => {
  test('are shown once, listed without themselves, and revoked', async () => {
    const id = await makeProject();
    const made = await bench.ask(owner, 'POST', `/projects/${id}/automation-tokens`, {
      body: { name: 'pipeline', years: 2 },
    });
    expect(made.statusCode).toBe(201);
    const { token, id: tokenId, expiresOn } = made.json();
    expect(token).toMatch(/^ptl_at_[0-9A-Za-z]{46}$/);
    expect(new Date(expiresOn).getTime()).toBeGreaterThan(Date.now() + 700 * 24 * 3_600_000);
    const listed = await bench.ask(owner, 'GET', `/projects/${id}/automation-tokens`);
    expect(listed.json().result).toMatchObject([{ id: tokenId, name: 'pipeline', revokedOn: null }]);
    expect(listed.body).not.toContain(token);
    expect((await bench.ask(owner, 'DELETE', `/projects/${id}/automation-tokens/${tokenId}`)).statusCode).toBe(204);
    const after = await bench.ask(owner, 'GET', `/projects/${id}/automation-tokens`);
    expect(after.json().result[0].revokedOn).not.toBeNull();
  });

  test('a repeat with the same key shows the same token again, and it is sealed meanwhile', async () => {
    const id = await makeProject();
    const options = { body: { name: 'once', years: 1 }, headers: { 'idempotency-key': randomUUID() } };
    const first = await bench.ask(owner, 'POST', `/projects/${id}/automation-tokens`, options);
    const second = await bench.ask(owner, 'POST', `/projects/${id}/automation-tokens`, options);
    expect(second.json().token).toBe(first.json().token);
    const rows = await bench.database.selectFrom('idempotencyKeys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(first.json().token);
  });

  test.each([0, 6, 1.5, '1'])('%j years are refused', async (years) => {
    const id = await makeProject();
    const answer = await bench.ask(owner, 'POST', `/projects/${id}/automation-tokens`, { body: { name: 'x', years } });
    expect(answer.statusCode).toBe(400);
  });

  test('one of another project is not found', async () => {
    const [one, two] = [await makeProject(), await makeProject()];
    const made = await bench.ask(owner, 'POST', `/projects/${one}/automation-tokens`, {
      body: { name: 'x', years: 1 },
    });
    const answer = await bench.ask(owner, 'DELETE', `/projects/${two}/automation-tokens/${made.json().id}`);
    expect(answer.statusCode).toBe(404);
  });
});

test('trusted issuers are added, listed and removed', async () => {
  const id = await makeProject();
  const body = {
    name: 'builds',
    issuer: 'https://ci.example.com',
    audience: 'portolan',
    subjectPattern: 'repo:acme/*',
  };
  const added = await bench.ask(owner, 'POST', `/projects/${id}/trusted-issuers`, { body });
  expect(added.statusCode).toBe(201);
  expect(added.json()).toMatchObject({ ...body, tokenSeconds: 900 });
  expect((await bench.ask(owner, 'POST', `/projects/${id}/trusted-issuers`, { body })).statusCode).toBe(409);
  const weak = await bench.ask(owner, 'POST', `/projects/${id}/trusted-issuers`, {
    body: { ...body, issuer: 'http://ci.example.com', subjectPattern: '*' },
  });
  expect(weak.statusCode).toBe(400);
  expect((await bench.ask(owner, 'GET', `/projects/${id}/trusted-issuers`)).json().totalCount).toBe(1);
  const gone = await bench.ask(owner, 'DELETE', `/projects/${id}/trusted-issuers/${added.json().id}`);
  expect(gone.statusCode).toBe(204);
});

test('a member who is removed on one node is a stranger on the other within a second', async () => {
  const id = await makeProject();
  const person = await bench.makeUser({ tenantId });
  await bench.ask(owner, 'PUT', `/projects/${id}/members/${person.id}`, { body: { role: 'contributor' } });
  const status = async () => (await bench.ask(person, 'GET', `/projects/${id}`, { node: 1 })).statusCode;
  expect(await status()).toBe(200);
  await bench.ask(owner, 'DELETE', `/projects/${id}/members/${person.id}`);
  await expect.poll(status, { timeout: 1_000, interval: 20 }).toBe(404);
});

test('nobody gets anything without a token', async () => {
  const answer = await bench.ask(undefined, 'GET', '/projects');
  expect(answer.statusCode).toBe(401);
  expect(answer.headers['content-type']).toContain('application/problem+json');
});
