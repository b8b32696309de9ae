import { expect, test } from 'vitest';
import { useDirectoryBench } from './test/directory-bench.ts';

const bench = useDirectoryBench();

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

const readDocument = async (prefix: string): Promise<Record<string, Record<string, Operation>>> => {
  const answer = await bench().app.inject({ url: `${prefix}/openapi.json` });
  expect(answer.statusCode).toBe(200);
  return answer.json().paths;
};

test('the document is the same for both versions, and writes paths as the specification does', async () => {
  const paths = await readDocument('/services/v3');
  expect(await readDocument('/services/v2')).toEqual(paths);
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([
      '/this/user/resolve({email})',
      '/this/services/{serviceId}/subscribers/{userId}',
      '/my/policies/validate()',
    ]),
  );
});

test('operations of This name their parameters and every status of the specification', async () => {
  const paths = await readDocument('/services/v3');
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/this/'))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));
  for (const { operation } of operations) expect(operation.tags).toEqual(['This']);
  const list = paths['/this/subscribers']?.get;
  const named = list?.parameters.map(({ name, in: place, required }) => `${place} ${name}${required ? '!' : ''}`);
  expect(named).toEqual(expect.arrayContaining(['query page!', 'query pageSize!', 'header tenantId']));
  expect(Object.keys(list?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '300', '400', '401', '403', '404', '500', '502']),
  );
  expect(Object.keys(paths['/this/services/{serviceId}/subscribers/{userId}']?.delete?.responses ?? {})).toContain(
    '204',
  );
});

test('an address that is not there is an ErrorDetail with subCode 1, with and without credentials', async () => {
  for (const caller of [undefined, await bench().makeApplication()]) {
    const answer = await bench().ask(caller, 'GET', '/nothing/here');
    expect([answer.statusCode, answer.json().subCode]).toEqual([404, 1]);
    expect(answer.json().supportCode).toBe(answer.headers['x-supportcode']);
  }
});
