import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { acting, useDirectoryBench } from '../test/directory-bench.ts';
import { listWidgets } from './list-widgets.ts';
import { removeWidget } from './remove-widget.ts';
import { setWidget } from './set-widget.ts';

const bench = useDirectoryBench();
const write = async <Result>(work: (t: Transaction) => Promise<Result>): Promise<Result> =>
  await inTransaction(bench().database, work);

test('widgets come, are replaced as a whole and go', async () => {
  const { makeService, database, auditOf } = bench();
  const serviceId = await makeService();
  const tile = { serviceId, width: 1, height: 2 };
  const last = await write((t) => setWidget(t, acting, { ...tile, name: 'Last', sequenceNo: 2, color: 'red' }));
  const first = await write((t) => setWidget(t, acting, { ...tile, name: 'First', sequenceNo: 1 }));
  const names = async () => (await listWidgets(database, { serviceId })).map(({ name, color }) => [name, color]);
  expect(await names()).toEqual([
    ['First', null],
    ['Last', 'red'],
  ]);
  await write((t) => setWidget(t, acting, { ...tile, widgetId: last, name: 'Now first' }));
  expect(await names()).toEqual([
    ['Now first', null],
    ['First', null],
  ]);
  await write((t) => removeWidget(t, acting, { serviceId, widgetId: first }));
  expect(await names()).toEqual([['Now first', null]]);
  expect(await auditOf(first)).toEqual(['widget.created', 'widget.deleted']);
});

test('widgets of other services are not found', async () => {
  const { makeService } = bench();
  const [serviceId, other] = [await makeService(), await makeService()];
  const widgetId = await write((t) => setWidget(t, acting, { serviceId: other, name: 'Tile', width: 1, height: 1 }));
  const notFound = { kind: 'notFound', code: 'widget.not-found' };
  for (const id of [widgetId, randomUUID()]) {
    await expect(write((t) => removeWidget(t, acting, { serviceId, widgetId: id }))).rejects.toMatchObject(notFound);
    const change = write((t) => setWidget(t, acting, { serviceId, widgetId: id, name: 'Mine', width: 1, height: 1 }));
    await expect(change).rejects.toMatchObject(notFound);
  }
});
