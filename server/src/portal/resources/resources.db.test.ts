import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertApplication } from '../../identity/applications/index.ts';
import { ensureResourceGroup, upsertService } from '../../identity/services/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type Caller, openPortalBench, type PortalBench } from '../test/portal-bench.ts';

let bench: PortalBench;
let owner: Caller;
let tenantId: string;
const acting = { actor: { kind: 'system' } };
type Wire = Readonly<Record<string, unknown>>;

beforeAll(async () => {
  bench = await openPortalBench(2);
  tenantId = await bench.makeTenant();
  owner = await bench.makeUser({ tenantId });
});
afterAll(async () => await bench.close());

interface Deployed {
  readonly project: string;
  readonly groupId: string;
  readonly applicationId: string;
  readonly serviceId: string;
}

/** A project with a group, an application and a service, as a deployment makes them. */
const deploy = async (properties: Wire = {}): Promise<Deployed> => {
  const made = await bench.ask(owner, 'POST', '/projects', { body: { name: `Project ${randomUUID()}` } });
  const projectId = String(made.json().id);
  const { deps } = bench;
  return await inTransaction(bench.database, async (transaction) => {
    const { group } = await ensureResourceGroup(transaction, acting, {
      project: { id: projectId, tenantId },
      resourceGroup: { name: 'Group one' },
    });
    const application = await upsertApplication(transaction, deps, acting, {
      group,
      resource: {
        name: 'Application one',
        resourceType: 'platform.application',
        sku: 'app',
        sections: {
          properties: { clientType: 'Confidential', redirectUrls: ['https://a.example.com/back'], ...properties },
        },
      },
    });
    const service = await upsertService(transaction, { countSubscribersOfLevel: async () => 0 }, acting, {
      group,
      resource: {
        name: 'Service one',
        resourceType: 'platform.service',
        sku: 'standard',
        sections: { properties: { serviceUrl: 'https://s.example.com' } },
      },
    });
    const idOf = (resource: { readonly id: string | null }) => String(resource.id);
    return {
      project: `/projects/${projectId}`,
      groupId: group.id,
      applicationId: idOf(application.resource),
      serviceId: idOf(service.resource),
    };
  });
};

const member = async (project: string, role: string): Promise<Caller> => {
  const user = await bench.makeUser({ tenantId });
  await bench.ask(owner, 'PUT', `${project}/members/${user.id}`, { body: { role } });
  return user;
};

describe('resource groups', () => {
  test('are listed, changed, locked, and deleted when empty', async () => {
    const { project, groupId } = await deploy();
    const list = await bench.ask(owner, 'GET', `${project}/resource-groups`);
    expect(list.json()).toMatchObject({ totalCount: 1, result: [{ id: groupId, name: 'Group one', locked: false }] });
    const path = `${project}/resource-groups/${groupId}`;
    const changed = await bench.ask(owner, 'PATCH', path, { body: { description: 'New', locked: true } });
    expect(changed.json()).toMatchObject({ description: 'New', locked: true });
    expect((await bench.ask(owner, 'PATCH', path, { body: { description: 'Newer' } })).statusCode).toBe(423);
    expect((await bench.ask(owner, 'PATCH', path, { body: { locked: false } })).statusCode).toBe(200);
    expect((await bench.ask(owner, 'DELETE', path)).statusCode).toBe(409);
    expect((await bench.ask(owner, 'GET', `${project}/resource-groups/${randomUUID()}`)).statusCode).toBe(404);
  });
});

describe('applications', () => {
  test('are listed and shown without secrets or keys', async () => {
    const { project, groupId, applicationId, serviceId } = await deploy();
    const reader = await member(project, 'reader');
    const list = await bench.ask(reader, 'GET', `${project}/applications?search=appl`);
    expect(list.json()).toMatchObject({
      totalCount: 1,
      result: [{ id: applicationId, clientType: 'Confidential', disabled: false }],
    });
    const shown = await bench.ask(reader, 'GET', `${project}/applications/${applicationId}`);
    const place = { projectId: project.split('/').at(-1), resourceGroupId: groupId };
    expect(shown.json()).toMatchObject({
      id: applicationId,
      name: 'Application one',
      sku: 'app',
      disabled: false,
      ...place,
    });
    expect(shown.json().updatedOn).toBe(list.json().result[0].updatedOn);
    expect((await bench.ask(reader, 'GET', `${project}/services/${serviceId}`)).json()).toMatchObject(place);
    expect(shown.body).not.toMatch(/ptl_\w{20}|"[0-9a-f]{32}"/);
  });

  test('are edited by contributors; a lock stops that (contract A17)', async () => {
    const { project, applicationId } = await deploy();
    const path = `${project}/applications/${applicationId}`;
    const contributor = await member(project, 'contributor');
    const reader = await member(project, 'reader');
    const body = { sections: { properties: { redirectUrls: ['https://b.example.com/back'] } } };
    expect((await bench.ask(reader, 'PATCH', path, { body })).statusCode).toBe(403);
    const changed = await bench.ask(contributor, 'PATCH', path, { body });
    expect(changed.json().sections.properties).toMatchObject({ redirectUrls: ['https://b.example.com/back'] });
    expect(changed.body).not.toMatch(/ptl_\w{20}|"[0-9a-f]{32}"/);
    expect((await bench.ask(contributor, 'PATCH', path, { body: { locked: true } })).json().locked).toBe(true);
    const refused = await bench.ask(contributor, 'PATCH', path, {
      body: { sections: { properties: { tags: ['x'] } } },
    });
    expect(refused.statusCode).toBe(423);
    expect((await bench.ask(owner, 'DELETE', path)).statusCode).toBe(423);
    await bench.ask(contributor, 'PATCH', path, { body: { locked: false } });
    const wrong = await bench.ask(contributor, 'PATCH', path, {
      body: { sections: { properties: { redirectUrls: ['http://b.example.com'] } } },
    });
    expect(wrong.statusCode).toBe(400);
    expect((await bench.ask(owner, 'DELETE', path)).statusCode).toBe(204);
    expect((await bench.ask(owner, 'GET', path)).statusCode).toBe(404);
  });

  test('of another project are not found, like those that do not exist', async () => {
    const [one, two] = [await deploy(), await deploy()];
    const headers = { 'x-supportcode': 'same' };
    for (const ending of ['', '/secrets', '/subscriptions']) {
      const foreign = await bench.ask(owner, 'GET', `${one.project}/applications/${two.applicationId}${ending}`, {
        headers,
      });
      const missing = await bench.ask(owner, 'GET', `${one.project}/applications/${randomUUID()}${ending}`, {
        headers,
      });
      expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
    }
  });

  test('are disabled and enabled by owners', async () => {
    const { project, applicationId } = await deploy();
    const path = `${project}/applications/${applicationId}`;
    expect((await bench.ask(owner, 'POST', `${path}/disable`)).statusCode).toBe(204);
    const list = await bench.ask(owner, 'GET', `${project}/applications`);
    expect(list.json().result[0].disabled).toBe(true);
    expect((await bench.ask(owner, 'GET', path)).json().disabled).toBe(true);
    expect((await bench.ask(owner, 'POST', `${path}/enable`)).statusCode).toBe(204);
  });
});

describe('secrets', () => {
  test('are made, shown again with an audit row, and revoked', async () => {
    const { project, applicationId } = await deploy();
    const path = `${project}/applications/${applicationId}/secrets`;
    const contributor = await member(project, 'contributor');
    const options = { body: { description: 'pipeline', days: 30 }, headers: { 'idempotency-key': randomUUID() } };
    const made = await bench.ask(contributor, 'POST', path, options);
    expect(made.statusCode).toBe(201);
    expect((await bench.ask(contributor, 'POST', path, options)).json()).toEqual(made.json());
    const { id, secretText } = made.json();
    const list = await bench.ask(contributor, 'GET', path);
    expect(list.json().totalCount).toBe(2);
    expect({ ...list.json().result[0], secretText }).toEqual(made.json());
    expect(list.body).not.toContain(secretText);
    const shown = await bench.ask(contributor, 'POST', `${path}/${id}/reveal`);
    expect(shown.json()).toMatchObject({ id, secretText });
    expect(await bench.auditOf(applicationId)).toContain('application.secret-revealed');
    expect((await bench.ask(contributor, 'DELETE', `${path}/${id}`)).statusCode).toBe(204);
    expect((await bench.ask(contributor, 'POST', `${path}/${id}/reveal`)).statusCode).toBe(409);
    const reader = await member(project, 'reader');
    expect((await bench.ask(reader, 'POST', `${path}/${id}/reveal`)).statusCode).toBe(403);
  });

  test('are not for clients that cannot keep any', async () => {
    const { project, applicationId } = await deploy({ clientType: 'Spa' });
    const answer = await bench.ask(owner, 'POST', `${project}/applications/${applicationId}/secrets`, { body: {} });
    expect(answer.statusCode).toBe(409);
  });
});

describe('keys', () => {
  test('are shown with an audit row, regenerated one by one, and end with the subscription', async () => {
    const { project, applicationId } = await deploy();
    const path = `${project}/applications/${applicationId}/subscriptions`;
    const list = await bench.ask(owner, 'GET', path);
    expect(list.json()).toMatchObject({ totalCount: 1, result: [{ revokedOn: null, keys: [{}, {}] }] });
    const { id, createdOn, keys } = list.json().result[0];
    expect(keys.map((key: { createdOn: string }) => key.createdOn)).toEqual([createdOn, createdOn]);
    const before = (await bench.ask(owner, 'POST', `${path}/${id}/reveal`)).json();
    expect(before.primary).toMatch(/^[0-9a-f]{32}$/);
    expect(list.body).not.toContain(before.primary);
    expect(await bench.auditOf(applicationId)).toContain('application.keys-revealed');
    const made = await bench.ask(owner, 'POST', `${path}/${id}/keys/primary/regenerate`);
    const after = (await bench.ask(owner, 'POST', `${path}/${id}/reveal`)).json();
    expect(after).toEqual({ primary: made.json().key, secondary: before.secondary });
    expect(after.primary).not.toBe(before.primary);
    expect((await bench.ask(owner, 'POST', `${path}/${id}/keys/third/regenerate`)).statusCode).toBe(400);
    expect((await bench.ask(owner, 'DELETE', `${path}/${id}`)).statusCode).toBe(204);
    expect((await bench.ask(owner, 'POST', `${path}/${id}/reveal`)).statusCode).toBe(409);
    const reader = await member(project, 'reader');
    expect((await bench.ask(reader, 'POST', `${path}/${id}/reveal`)).statusCode).toBe(403);
  });
});

describe('services', () => {
  test('are listed, shown, edited and deleted', async () => {
    const { project, serviceId } = await deploy();
    const path = `${project}/services/${serviceId}`;
    expect((await bench.ask(owner, 'GET', `${project}/services`)).json()).toMatchObject({
      totalCount: 1,
      result: [{ id: serviceId, name: 'Service one' }],
    });
    const body = { sections: { properties: { description: 'Better' } } };
    const changed = await bench.ask(owner, 'PATCH', path, { body });
    expect(changed.json().sections.properties).toMatchObject({
      description: 'Better',
      serviceUrl: 'https://s.example.com',
    });
    const foreign = await deploy();
    const elsewhere = `${foreign.project}/services/${serviceId}`;
    expect((await bench.ask(owner, 'PATCH', elsewhere, { body })).statusCode).toBe(404);
    expect((await bench.ask(owner, 'DELETE', path)).statusCode).toBe(204);
    expect((await bench.ask(owner, 'GET', path)).statusCode).toBe(404);
  });

  test('have administrators of the tenant', async () => {
    const { project, serviceId } = await deploy();
    const path = `${project}/services/${serviceId}/administrators`;
    const person = await bench.makeUser({ tenantId });
    const stranger = await bench.makeUser({ tenantId: await bench.makeTenant() });
    expect((await bench.ask(owner, 'PUT', `${path}/${person.id}`)).statusCode).toBe(204);
    expect((await bench.ask(owner, 'PUT', `${path}/${stranger.id}`)).statusCode).toBe(404);
    expect((await bench.ask(owner, 'GET', path)).json()).toMatchObject({
      totalCount: 1,
      result: [{ userId: person.id }],
    });
    expect((await bench.ask(owner, 'DELETE', `${path}/${person.id}`)).statusCode).toBe(204);
    expect((await bench.ask(owner, 'GET', path)).json().totalCount).toBe(0);
    expect(await bench.auditOf(serviceId)).toEqual(
      expect.arrayContaining(['service.administrator-added', 'service.administrator-removed']),
    );
  });
});
