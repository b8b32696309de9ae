import { validate } from '@scalar/openapi-parser';
import { describe, expect, inject, test } from 'vitest';
import { readApiDocument } from './support/api-document.ts';

const url = inject('portolanUrl');
const areas = ['/services/v3', '/services/v2', '/portal/v1', '/deployments/v1'];

interface Described {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}
interface RawDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { responses: Readonly<Record<string, Described>> }>>>
  >;
}

const readDocument = async (area: string): Promise<RawDocument> =>
  (await (await fetch(`${url}${area}/openapi.json`)).json()) as RawDocument;

describe.each(areas)('the document of %s', (area) => {
  test('is valid OpenAPI, by the schemas that client generators rely on', async () => {
    const document = await readDocument(area);
    const { valid, errors } = await validate({ ...document });
    expect({ valid, errors: errors?.slice(0, 5) ?? [] }).toEqual({ valid: true, errors: [] });
    // The control: what is not OpenAPI is found.
    const broken = { ...document, paths: { '/broken': { get: { responses: { 200: { description: 5 } } } } } };
    expect((await validate(broken)).valid).toBe(false);
  });

  test('says that every answer carries x-supportCode, and what it is', async () => {
    const { paths } = await readDocument(area);
    const silent = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        Object.entries(responses)
          .filter(([, { headers, description }]) => headers?.['x-supportCode'] === undefined || description === '')
          .map(([status]) => `${method} ${path} ${status}`),
      ),
    );
    expect(silent).toEqual([]);
  });
});

/** Section 7 of the specification; success has the schema of the operation. */
const schemaOf = (operation: string, status: string): string => {
  if (status === '401' || status === '403') return 'AuthError';
  if (status === '406') return 'ValidationError';
  return operation === 'getHealthStatus' && status !== 'default' ? 'HealthStatus' : 'ErrorDetail';
};

test('errors of the services API have the schemas of the specification', async () => {
  const { operations } = await readApiDocument(url, '/services/v3');
  const found = operations.flatMap(({ operationId, answers }) =>
    Object.entries(answers)
      .filter(([status]) => status === 'default' || Number(status) >= 300)
      .map(([status, schema]) => ({ operationId, status, is: String(schema.$ref).split('/').at(-1) })),
  );
  expect(found.length).toBeGreaterThan(400);
  const wrong = found.filter(({ operationId, status, is }) => is !== schemaOf(operationId, status));
  expect(wrong).toEqual([]);
});

test('whoever finds the group Options of the services API reads that clients must not use it', async () => {
  const answer = await fetch(`${url}/services/v3/openapi.json`);
  const { tags, paths } = (await answer.json()) as {
    readonly tags: readonly { readonly name: string; readonly description?: string }[];
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, { readonly tags: readonly string[]; readonly description: string }>>>
    >;
  };
  expect(tags.find(({ name }) => name === 'Options')?.description).toContain('must not use');
  const isMaintenance = /^\/(directory\/|Status$|cache\/)/;
  const wrong = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods)
      .filter((operation) => {
        const isOption = operation.tags.includes('Options');
        return isOption !== isMaintenance.test(path) || (isOption && !operation.description.includes('must not use'));
      })
      .map(() => path),
  );
  expect(wrong).toEqual([]);
});
