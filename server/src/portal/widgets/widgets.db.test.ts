import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deployService } from '../test/deploy-service.ts';
import { type Caller, openPortalBench, type PortalBench } from '../test/portal-bench.ts';

let bench: PortalBench;
let owner: Caller;
let tenantId: string;

beforeAll(async () => {
  bench = await openPortalBench();
  tenantId = await bench.makeTenant();
  owner = await bench.makeUser({ tenantId });
});
afterAll(async () => await bench.close());

const widgetsOf = async () => {
  const { project, serviceId } = await deployService(bench, owner);
  return { project, serviceId, path: `${project}/services/${serviceId}/widgets` };
};
const tile = { name: 'Weather', width: 2, height: 3 };

test('widgets are added once, replaced as a whole and taken away', async () => {
  const { path } = await widgetsOf();
  const options = { body: { ...tile, color: 'navy' }, headers: { 'Idempotency-Key': randomUUID() } };
  const made = await bench.ask(owner, 'POST', path, options);
  expect(made.statusCode, made.body).toBe(201);
  expect((await bench.ask(owner, 'POST', path, options)).json()).toEqual(made.json());
  const { id } = made.json();
  expect(made.json()).toMatchObject({ ...tile, color: 'navy', url: null, showTitle: true });
  const list = async () => (await bench.ask(owner, 'GET', path)).json().result;
  expect(await list()).toMatchObject([{ ...tile, id, color: 'navy', url: null, showTitle: true }]);
  const replaced = await bench.ask(owner, 'PUT', `${path}/${id}`, { body: { ...tile, url: 'https://w.example.com/' } });
  expect([replaced.statusCode, replaced.json()]).toEqual([200, (await list())[0]]);
  expect(replaced.json()).toMatchObject({ id, color: null, url: 'https://w.example.com/' });
  expect((await bench.ask(owner, 'DELETE', `${path}/${id}`)).statusCode).toBe(204);
  expect(await list()).toEqual([]);
  expect(await bench.auditOf(id)).toEqual(['widget.created', 'widget.changed', 'widget.deleted']);
});

test('a widget whose address is no web address is refused', async () => {
  const { path } = await widgetsOf();
  const wrong = await bench.ask(owner, 'POST', path, { body: { ...tile, url: 'javascript:alert(1)' } });
  expect([wrong.statusCode, wrong.json().errors[0].path]).toEqual([400, '/url']);
  expect((await bench.ask(owner, 'POST', path, { body: { ...tile, width: 0 } })).statusCode).toBe(400);
});

test('widgets of other projects are not found, and readers only read', async () => {
  const [mine, other] = [await widgetsOf(), await widgetsOf()];
  const { id } = (await bench.ask(owner, 'POST', mine.path, { body: tile })).json();
  const across = `${other.project}/services/${mine.serviceId}/widgets`;
  expect((await bench.ask(owner, 'GET', across)).statusCode).toBe(404);
  expect((await bench.ask(owner, 'DELETE', `${across}/${id}`)).statusCode).toBe(404);
  expect((await bench.ask(owner, 'PUT', `${other.path}/${id}`, { body: tile })).statusCode).toBe(404);
  const reader = await bench.makeUser({ tenantId });
  await bench.ask(owner, 'PUT', `${mine.project}/members/${reader.id}`, { body: { role: 'reader' } });
  expect((await bench.ask(reader, 'GET', mine.path)).json().totalCount).toBe(1);
  expect((await bench.ask(reader, 'DELETE', `${mine.path}/${id}`)).statusCode).toBe(403);
});
