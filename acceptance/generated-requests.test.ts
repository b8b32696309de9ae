import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from './support/administrator.ts';
import { readApiDocument } from './support/api-document.ts';
import { type DeployedApplication, deployApplication, prepareProject } from './support/deployed-application.ts';
import { sendGeneratedRequests } from './support/generated-requests.ts';
import { type Portolan, startPortolan } from './support/start-portolan.ts';

/** Operations that end the caller's own right to call: after them nothing else would be reached. */
const endsTheCaller =
  /^(signOutEverywhere|changeMyPassword|endMySession|deactivateUser|deleteUser|withdrawRole|resetUserPassword|signUserOut|rotateSigningKeys|changeTenant)$/i;

let server: Portolan;
let forPortal: Awaited<ReturnType<typeof prepareProject>>;
let forDeployments: Awaited<ReturnType<typeof prepareProject>>;
let app: DeployedApplication;
beforeAll(async () => {
  server = await startPortolan({ environment: { PORTOLAN_LOG_LEVEL: 'error' } });
  // All before the first request: the portal's may publish terms or delete projects, and then nobody signs in as before.
  forPortal = await prepareProject(server.url, 'Generated for the portal');
  forDeployments = await prepareProject(server.url, 'Generated for deployments');
  app = await deployApplication(server.url, forDeployments.project, 'generated');
});
afterAll(async () => await server.remove());

describe('no input makes a 5xx (goal R5)', () => {
  test('portal', { timeout: 300_000 }, async () => {
    const { token, project } = forPortal;
    const document = await readApiDocument(server.url, '/portal/v1');
    const { sent, findings, statuses } = await sendGeneratedRequests({
      url: server.url,
      document,
      perOperation: 100,
      seed: 20_261_115,
      credentials: () => ({ authorization: `Bearer ${token}` }),
      known: { projectId: [project.projectId] },
      skip: (operation) => endsTheCaller.test(operation.operationId),
    });
    expect(findings.slice(0, 5)).toEqual([]);
    expect(sent).toBeGreaterThan(5_000);
    // Most must have got past the door: a run that only saw 401 would say nothing.
    expect((statuses.get(200) ?? 0) + (statuses.get(400) ?? 0) + (statuses.get(404) ?? 0)).toBeGreaterThan(sent / 2);
    expect((await call(server.url, 'GET', '/portal/v1/me', { token })).status).toBe(200);
  });

  test('deployments', { timeout: 300_000 }, async () => {
    const { project } = forDeployments;
    const document = await readApiDocument(server.url, '/deployments/v1');
    const { sent, findings, statuses } = await sendGeneratedRequests({
      url: server.url,
      document,
      perOperation: 1_000,
      seed: 20_261_116,
      credentials: () => ({ authorization: `Bearer ${project.automationToken}` }),
      known: { projectId: [project.projectId] },
    });
    expect(findings.slice(0, 5)).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(8_000);
    expect(statuses.get(401) ?? 0).toBeLessThan(sent / 5);
  });

  test('services', { timeout: 300_000 }, async () => {
    const me = await call(server.url, 'GET', '/services/v3/my/profile', { headers: app.headers });
    const document = await readApiDocument(server.url, '/services/v3');
    const { sent, findings, statuses } = await sendGeneratedRequests({
      url: server.url,
      document,
      perOperation: 100,
      seed: 20_261_117,
      credentials: () => app.headers,
      known: { serviceId: [app.serviceId], userId: [me.body.id], id: [app.serviceId, me.body.id] },
      skip: (operation) => /^(deleteUser|changeMyPassword)$/i.test(operation.operationId),
    });
    expect(findings.slice(0, 5)).toEqual([]);
    expect(sent).toBeGreaterThan(5_000);
    expect(statuses.get(401) ?? 0).toBeLessThan(sent / 5);
  });
});
