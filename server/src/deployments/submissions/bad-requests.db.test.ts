import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAutomationTokens, revokeAutomationToken } from '../../accounts/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import {
  type BenchProject,
  type DeploymentsBench,
  encode,
  openDeploymentsBench,
} from '../test/open-deployments-bench.ts';

let bench: DeploymentsBench;
let project: BenchProject;
beforeAll(async () => {
  bench = await openDeploymentsBench();
  project = await bench.makeProject();
});
afterAll(async () => await bench.close());

const template = encode({ resourceGroup: { name: 'a group' }, resources: [] });
const parameters = encode([]);
const good = { format: 'json', template, parameters };
const utf16 = Buffer.from('\ufeff{}', 'utf16le').toString('base64');

interface Request {
  readonly title: string;
  readonly payload: unknown;
  readonly headers?: Record<string, string>;
  readonly status: number;
  readonly code: string;
  readonly pointer: string;
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
}

const body = (members: object) => ({ ...good, ...members });

const requests: readonly Request[] = [
  { title: 'no body', payload: undefined, status: 400, code: 'request.invalid', pointer: '' },
  { title: 'not JSON', payload: '{"format": ', status: 400, code: 'body.unreadable', pointer: '' },
  { title: 'a list', payload: [], status: 400, code: 'request.invalid', pointer: '' },
  { title: 'null', payload: 'null', status: 400, code: 'request.invalid', pointer: '' },
  {
    title: 'another media type',
    payload: 'x',
    headers: { 'content-type': 'text/plain' },
    status: 415,
    code: 'body.media-type',
    pointer: '',
  },
  { title: 'no format', payload: { template, parameters }, status: 400, code: 'request.invalid', pointer: '/format' },
  {
    title: 'another format',
    payload: body({ format: 'yaml' }),
    status: 400,
    code: 'request.invalid',
    pointer: '/format',
  },
  {
    title: 'no template',
    payload: { format: 'json', parameters },
    status: 400,
    code: 'request.invalid',
    pointer: '/template',
  },
  {
    title: 'a template that is an object',
    payload: body({ template: {} }),
    status: 400,
    code: 'request.invalid',
    pointer: '/template',
  },
  {
    title: 'no parameters',
    payload: { format: 'json', template },
    status: 400,
    code: 'request.invalid',
    pointer: '/parameters',
  },
  {
    title: 'parameters that are null',
    payload: body({ parameters: null }),
    status: 400,
    code: 'request.invalid',
    pointer: '/parameters',
  },
  {
    title: 'a plan id that is a number',
    payload: body({ planId: 1 }),
    status: 400,
    code: 'request.invalid',
    pointer: '/planId',
  },
  {
    title: 'a template that is no base64',
    payload: body({ template: '{}' }),
    status: 400,
    code: 'template.not-base64',
    pointer: '/template',
  },
  {
    title: 'base64 of the other alphabet',
    payload: body({ template: 'e30_' }),
    status: 400,
    code: 'template.not-base64',
    pointer: '/template',
  },
  {
    title: 'base64 with too much padding',
    payload: body({ template: 'e30==' }),
    status: 400,
    code: 'template.not-base64',
    pointer: '/template',
  },
  {
    title: 'base64 that is cut',
    payload: body({ template: 'e' }),
    status: 400,
    code: 'template.not-base64',
    pointer: '/template',
  },
  {
    title: 'base64 with padding inside',
    payload: body({ template: 'e3=0' }),
    status: 400,
    code: 'template.not-base64',
    pointer: '/template',
  },
  {
    title: 'parameters that are no base64',
    payload: body({ parameters: 'ä' }),
    status: 400,
    code: 'parameters.not-base64',
    pointer: '/parameters',
  },
  {
    title: 'an empty template',
    payload: body({ template: '' }),
    status: 400,
    code: 'template.empty',
    pointer: '/template',
  },
  {
    title: 'empty parameters',
    payload: body({ parameters: ' \n' }),
    status: 400,
    code: 'parameters.empty',
    pointer: '/parameters',
  },
  {
    title: 'a template that is not UTF-8',
    payload: body({ template: Buffer.from('{\n "a": "\xe9"}', 'latin1').toString('base64') }),
    status: 400,
    code: 'template.not-utf8',
    pointer: '',
    place: { file: 'template', line: 2, column: 8 },
  },
  {
    title: 'a template that is cut in the middle of a character',
    payload: body({ template: Buffer.from('"ä"').subarray(0, 2).toString('base64') }),
    status: 400,
    code: 'template.not-utf8',
    pointer: '',
    place: { file: 'template', line: 1, column: 2 },
  },
  {
    title: 'a template in UTF-16',
    payload: body({ template: utf16 }),
    status: 400,
    code: 'template.not-utf8',
    pointer: '',
    place: { file: 'template', line: 1, column: 1 },
  },
  {
    title: 'parameters that are not UTF-8',
    payload: body({ parameters: Buffer.from([0x5b, 0x80, 0x5d]).toString('base64') }),
    status: 400,
    code: 'parameters.not-utf8',
    pointer: '',
    place: { file: 'parameters', line: 1, column: 2 },
  },
  {
    title: 'a plan id that is none',
    payload: body({ planId: 'x' }),
    status: 412,
    code: 'plan.mismatch',
    pointer: '/planId',
  },
  {
    title: 'an idempotency key that is too long',
    payload: good,
    headers: { 'idempotency-key': 'x'.repeat(256) },
    status: 400,
    code: 'idempotency-key.malformed',
    pointer: '/Idempotency-Key',
  },
];

const post = async (of: BenchProject, request: Pick<Request, 'payload' | 'headers'>, projectId = of.id) =>
  await bench.apps[0]?.inject({
    method: 'POST',
    url: `/deployments/v1/projects/${projectId}/resourceGroups/files`,
    headers: { authorization: `Bearer ${of.token}`, 'content-type': 'application/json', ...request.headers },
    ...(request.payload === undefined ? {} : { payload: request.payload as string }),
  });

describe('requests that are wrong', () => {
  test.each(requests)('$title', async ({ status, code, pointer, place, ...request }) => {
    const answer = await post(project, request);
    expect(answer?.json()).toEqual({
      errors: [expect.objectContaining({ code, pointer, ...(place ?? { line: null, column: null }) })],
      values: [],
    });
    expect(answer?.statusCode).toBe(status);
  });

  test('a body and files that are too large', async () => {
    const large = Buffer.alloc(16 * 1024 * 1024 + 1, ' ').toString('base64');
    const answer = await post(project, { payload: { ...good, template: large } });
    expect(answer?.json()).toMatchObject({ errors: [{ code: 'template.too-large' }], values: [] });
    expect(answer?.statusCode).toBe(413);
    const larger = await post(project, { payload: { ...good, template: 'e30='.repeat(7 * 1024 * 1024) } });
    expect(larger?.json()).toMatchObject({ errors: [{ code: 'body.too-large' }], values: [] });
    expect(larger?.statusCode).toBe(413);
  });
});

describe('callers that are refused', () => {
  const refused = async (of: BenchProject, projectId?: string) => {
    const answer = await post(of, { payload: good }, projectId);
    return [answer?.statusCode, answer?.json<{ errors: { code: string }[] }>().errors[0]?.code];
  };

  test('without a token, or with one that is none', async () => {
    expect(await refused({ ...project, token: '' })).toEqual([401, expect.stringMatching(/^token\./)]);
    expect(await refused({ ...project, token: 'ptl_at_x' })).toEqual([401, 'token.invalid']);
    expect(await refused({ ...project, token: `${project.token.slice(0, -8)}00000000` })).toEqual([
      401,
      'token.invalid',
    ]);
  });

  test('with the token of another project, or for a project that is not there', async () => {
    const sibling = await bench.makeProject(project.tenantId);
    const stranger = await bench.makeProject();
    expect(await refused(sibling, project.id)).toEqual([403, 'automation-token.other-project']);
    expect(await refused(stranger, project.id)).toEqual([404, 'project.not-found']);
    expect(await refused(project, '00000000-0000-4000-8000-000000000000')).toEqual([404, 'project.not-found']);
    expect(await refused(project, 'x')).toEqual([400, 'request.invalid']);
  });

  test('with a token that was revoked', async () => {
    const own = await bench.makeProject();
    const [token] = await listAutomationTokens(bench.database, { projectId: own.id });
    await inTransaction(bench.database, (transaction) =>
      revokeAutomationToken(
        transaction,
        { actor: { kind: 'system' } },
        { project: own.project, tokenId: token?.id ?? '' },
      ),
    );
    expect(await refused(own)).toEqual([401, 'token.invalid']);
  });

  test('an address that is none, in the form of the area', async () => {
    const answer = await bench.apps[0]?.inject({ method: 'GET', url: '/deployments/v1/nothing' });
    expect(answer?.statusCode).toBe(404);
    expect(answer?.json()).toMatchObject({ errors: [{ code: 'route.unknown' }], values: [] });
  });
});
