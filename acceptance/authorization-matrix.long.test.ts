import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyPart, type Matrix, prepareMatrix, runMatrix } from './authorization/run-matrix.ts';
import { type Portolan, startPortolan } from './support/start-portolan.ts';

let server: Portolan;
let matrix: Matrix;
beforeAll(async () => {
  server = await startPortolan({ environment: { PORTOLAN_LOG_LEVEL: 'error' } });
  matrix = await prepareMatrix(server);
}, 240_000);
afterAll(async () => {
  await matrix?.world.close();
  await server.remove();
});

test('every operation of both versions as every principal (goal R6)', async () => {
  const older = { area: 'services', prefix: '/services/v2' } as const;
  const { violations, ...counts } = await runMatrix(matrix, { parts: [...everyPart, older], thorough: true });
  console.log('The whole authorization matrix:', counts);
  expect(violations.slice(0, 20)).toEqual([]);
  expect(counts.refused).toBeGreaterThan(30_000);
});
