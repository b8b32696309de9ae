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

/** The previous version has the same handlers; what differs is the address. */
const olderVersion = {
  area: 'services',
  prefix: '/services/v2',
  only: /^(getMyProfile|getMyMessage|getServiceSubscriber|putServiceSubscriber|getDirectoryUser|getDirectoryService)$/,
} as const;

test('nobody gets in where they do not belong, and everybody where they do (goal R6)', {
  timeout: 900_000,
}, async () => {
  const result = await runMatrix(matrix, { parts: [...everyPart, olderVersion], thorough: false });
  expect(result.violations.slice(0, 20)).toEqual([]);
  expect(result.operations).toBeGreaterThan(180);
  expect(result.principals).toBeGreaterThanOrEqual(20);
  expect(result.refused).toBeGreaterThan(10_000);
  expect(result.allowed).toBeGreaterThan(1_500);
});
