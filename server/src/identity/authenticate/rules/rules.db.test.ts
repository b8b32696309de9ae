import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ProjectRole, setMember } from '../../../accounts/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import {
  type AuthenticationBench,
  openAuthenticationBench,
  type TestApplication,
  type TestUser,
} from '../test/authentication-bench.ts';
import { automationTokenOfProject } from './automation-token-of-project.ts';
import { automationTokenOrMember } from './automation-token-or-member.ts';
import { directoryReader, platformAdministrator, signedInUser } from './caller-rule.ts';
import { linkedApplication } from './linked-application.ts';
import { projectMember } from './project-member.ts';

let bench: AuthenticationBench;
let app: FastifyInstance;
let application: TestApplication;
let tenantId: string;
let otherTenantId: string;

beforeAll(async () => {
  bench = await openAuthenticationBench();
  const { database } = bench;
  ({ app } = await bench.openNode({
    routes: (authenticator) => {
      const authenticate = authenticator.tokenOrSession;
      const deps = { authenticate, database };
      return {
        '/user': signedInUser(authenticate),
        '/administrator': platformAdministrator(authenticate),
        '/directory': directoryReader(authenticate),
        '/projects/:projectId/reader': projectMember(deps, 'reader'),
        '/projects/:projectId/contributor': projectMember(deps, 'contributor'),
        '/projects/:projectId/owner': projectMember(deps, 'owner'),
        '/automation/:projectId': automationTokenOfProject({ authenticator, database }),
        '/history/:projectId': automationTokenOrMember({ authenticator, database }, 'reader'),
        '/this': linkedApplication(deps, { needs: 'read' }),
        '/this/manage': linkedApplication(deps, { needs: 'manage' }),
        '/this/services/:serviceId': linkedApplication(deps, { needs: 'read', parameter: 'serviceId' }),
        '/this/services/:serviceId/manage': linkedApplication(deps, { needs: 'manage', parameter: 'serviceId' }),
      };
    },
  }));
  application = await bench.makeApplication();
  [tenantId, otherTenantId] = [await bench.makeTenant(), await bench.makeTenant()];
});
afterAll(async () => await bench.close());

const ask = async (url: string, token: string) => {
  const answer = await app.inject({
    url,
    headers: { authorization: `Bearer ${token}`, 'x-supportcode': 'the same' },
  });
  return { status: answer.statusCode, body: answer.body, code: String(answer.json().type).split(':').at(-1) };
};
const askAs = async (url: string, user: TestUser) => await ask(url, await bench.userToken(user, application));

describe('platform roles', () => {
  test('open what they should, to users and to applications', async () => {
    const nobody = await bench.makeUser();
    const reader = await bench.makeUser({ roles: ['directoryReader'] });
    const administrator = await bench.makeUser({ roles: ['administrator'] });
    const plainApplication = await bench.applicationToken(await bench.makeApplication());
    const strongApplication = await bench.applicationToken(await bench.makeApplication({ roles: ['administrator'] }));
    const tokens = [
      await bench.userToken(nobody, application),
      await bench.userToken(reader, application),
      await bench.userToken(administrator, application),
      plainApplication,
      strongApplication,
    ];
    const table: Record<string, number[]> = {
      '/user': [200, 200, 200, 403, 403],
      '/directory': [403, 200, 200, 403, 200],
      '/administrator': [403, 403, 200, 403, 200],
    };
    for (const [url, expected] of Object.entries(table)) {
      const statuses = [];
      for (const token of tokens) statuses.push((await ask(url, token)).status);
      expect([url, statuses]).toEqual([url, expected]);
    }
  });
});

describe('members of a project', () => {
  test('pass by their role; others do not learn that it exists', async () => {
    const owner = await bench.makeUser({ tenantId });
    const { projectId } = await bench.makeProject(owner);
    const join = async (role: ProjectRole): Promise<TestUser> => {
      const user = await bench.makeUser({ tenantId });
      await inTransaction(bench.database, (t) =>
        setMember(t, { actor: { kind: 'system' } }, { projectId, userId: user.userId, role }),
      );
      return user;
    };
    const people: [string, TestUser, number[]][] = [
      ['reader', await join('reader'), [200, 403, 403]],
      ['contributor', await join('contributor'), [200, 200, 403]],
      ['owner', owner, [200, 200, 200]],
      ['administrator', await bench.makeUser({ roles: ['administrator'] }), [200, 200, 200]],
      ['a colleague', await bench.makeUser({ tenantId }), [404, 404, 404]],
      ['a stranger', await bench.makeUser({ tenantId: otherTenantId }), [404, 404, 404]],
    ];
    for (const [name, user, expected] of people) {
      const statuses = [];
      for (const role of ['reader', 'contributor', 'owner']) {
        statuses.push((await askAs(`/projects/${projectId}/${role}`, user)).status);
      }
      expect([name, statuses]).toEqual([name, expected]);
    }
    const stranger = await bench.makeUser({ tenantId: otherTenantId });
    const hidden = await askAs(`/projects/${projectId}/reader`, stranger);
    const missing = await askAs(`/projects/${randomUUID()}/reader`, stranger);
    expect(hidden).toEqual(missing);
  });

  test('what is no id is a wrong parameter, after the token', async () => {
    expect((await ask('/projects/nonsense/reader', 'x.y.z')).status).toBe(401);
    expect((await askAs('/projects/nonsense/reader', await bench.makeUser())).status).toBe(400);
  });
});

describe('automation tokens (contract A12)', () => {
  test('open their own project and no other', async () => {
    const own = await bench.makeProject(await bench.makeUser({ tenantId }));
    const sibling = await bench.makeProject(await bench.makeUser({ tenantId }));
    const foreign = await bench.makeProject(await bench.makeUser({ tenantId: otherTenantId }));
    const rows: [string, string, string, number][] = [
      ['its own', own.projectId, own.token, 200],
      ['its own in capitals', own.projectId.toUpperCase(), own.token, 200],
      ['another of the tenant', sibling.projectId, own.token, 403],
      ['one of another tenant', foreign.projectId, own.token, 404],
      ['none', randomUUID(), own.token, 404],
      ['no id', 'nonsense', own.token, 400],
      ['an unknown token', own.projectId, own.token.slice(0, -1) + (own.token.endsWith('x') ? 'y' : 'x'), 401],
      ['an access token', own.projectId, await bench.applicationToken(application), 401],
    ];
    for (const [name, projectId, token, status] of rows) {
      expect([name, (await ask(`/automation/${projectId}`, token)).status]).toEqual([name, status]);
    }
    expect((await app.inject(`/automation/${own.projectId}`)).statusCode).toBe(401);
    const hidden = await ask(`/automation/${foreign.projectId}`, own.token);
    const missing = await ask(`/automation/${randomUUID()}`, own.token);
    expect(hidden).toEqual(missing);
  });
});

test('what pipelines and people both read opens to either, and to nobody else', async () => {
  const owner = await bench.makeUser({ tenantId });
  const own = await bench.makeProject(owner);
  const sibling = await bench.makeProject(await bench.makeUser({ tenantId }));
  const path = `/history/${own.projectId}`;
  const rows: [string, string, number][] = [
    ['its automation token', own.token, 200],
    ['its owner', await bench.userToken(owner, application), 200],
    ['the token of a sibling', sibling.token, 403],
    ['a colleague', await bench.userToken(await bench.makeUser({ tenantId }), application), 404],
    ['a stranger', await bench.userToken(await bench.makeUser({ tenantId: otherTenantId }), application), 404],
    ['an application', await bench.applicationToken(application), 404],
    ['nonsense', 'ptl_at_nonsense', 401],
  ];
  for (const [name, token, status] of rows) expect([name, (await ask(path, token)).status]).toEqual([name, status]);
  expect((await app.inject(path)).statusCode).toBe(401);
});

describe('applications that are linked to a service (contract B8, B18)', () => {
  const makeService = async (linkedTo: TestApplication, mayManage: boolean): Promise<string> => {
    const owner = await bench.makeUser();
    const { projectId } = await bench.makeProject(owner);
    const name = `Service ${randomUUID()}`;
    const { rows } = await sql<{ id: string }>`
      WITH g AS (
        INSERT INTO resource_groups (project_id, tenant_id, name) VALUES (${projectId}, ${owner.tenantId}, 'Group') RETURNING id
      ), r AS (
        INSERT INTO resources (tenant_id, project_id, resource_group_id, name, resource_type, sku)
        SELECT ${owner.tenantId}, ${projectId}, g.id, ${name}, 'platform.service', 'standard' FROM g RETURNING id
      ) SELECT id FROM r`.execute(bench.database);
    const id = rows[0]?.id ?? '';
    await bench.database
      .insertInto('services')
      .values({ id, tenantId: owner.tenantId, name, rootServiceId: id })
      .execute();
    await bench.database
      .insertInto('applicationServices')
      .values({ applicationId: linkedTo.applicationId, serviceId: id, position: 0, mayManageSubscriptions: mayManage })
      .execute();
    return id;
  };

  test('read it, and manage it only with the right or by its administrator', async () => {
    const reading = await bench.makeApplication();
    const managing = await bench.makeApplication();
    const [readable, managed] = [await makeService(reading, false), await makeService(managing, true)];
    const user = await bench.makeUser();
    const [weak, strong] = [await bench.userToken(user, reading), await bench.userToken(user, managing)];
    const statuses = async (token: string, serviceId: string) => [
      (await ask('/this', token)).status,
      (await ask(`/this/services/${serviceId}`, token)).status,
      (await ask('/this/manage', token)).status,
      (await ask(`/this/services/${serviceId}/manage`, token)).status,
    ];
    expect(await statuses(weak, readable)).toEqual([200, 200, 403, 403]);
    expect(await statuses(strong, managed)).toEqual([200, 200, 200, 200]);
    await bench.database
      .insertInto('serviceAdministrators')
      .values({ serviceId: readable, userId: user.userId })
      .execute();
    expect(await statuses(weak, readable)).toEqual([200, 200, 200, 200]);
    const asItself = await bench.applicationToken(reading);
    expect(await statuses(asItself, readable)).toEqual([200, 200, 403, 403]);
  });

  test('do not learn of services that they are not linked to', async () => {
    const [one, two] = [await bench.makeApplication(), await bench.makeApplication()];
    await makeService(one, true);
    const foreign = await makeService(two, true);
    const token = await bench.applicationToken(one);
    expect(await ask(`/this/services/${foreign}`, token)).toEqual(await ask(`/this/services/${randomUUID()}`, token));
    expect((await ask(`/this/services/${foreign}`, token)).status).toBe(404);
    expect((await ask('/this', await bench.applicationToken(await bench.makeApplication()))).status).toBe(404);
  });
});
