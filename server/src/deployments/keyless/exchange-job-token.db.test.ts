import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addTrustedIssuer } from '../../accounts/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type BenchProject, type DeploymentsBench, openDeploymentsBench } from '../test/open-deployments-bench.ts';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

/** An issuer as a CI system has one. What it answers can be changed. */
const openIssuer = async () => {
  const asked: string[] = [];
  const keys = new Map<string, Pair>();
  let answer: (path: string) => Promise<{ status?: number; body: unknown; headers?: Record<string, string> }>;
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    void answer(request.url ?? '').then(({ status = 200, body, headers = {} }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const usual: typeof answer = async (path) => {
    if (path === '/.well-known/openid-configuration') return { body: { issuer, jwks_uri: `${issuer}/keys` } };
    if (path !== '/keys') return { status: 404, body: {} };
    const published = await Promise.all(
      [...keys].map(async ([kid, { publicKey }]) => ({ ...(await exportJWK(publicKey)), kid, alg: 'ES256' })),
    );
    return { body: { keys: published } };
  };
  answer = usual;
  const addKey = async (kid: string) => void keys.set(kid, await generateKeyPair('ES256', { extractable: true }));
  await addKey('k1');
  return {
    issuer,
    asked,
    keys,
    addKey,
    answerWith: (other: typeof answer | undefined) => {
      answer = other ?? usual;
    },
    sign: async (claims: Readonly<Record<string, unknown>> = {}, kid = 'k1', pair = keys.get(kid)) => {
      if (pair === undefined) throw new Error('There is no such key.');
      const now = Math.floor(Date.now() / 1000);
      const usualClaims = { iss: issuer, aud: 'portolan', sub: 'repo:acme/orders:main', iat: now, exp: now + 300 };
      return await new SignJWT({ ...usualClaims, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid })
        .sign(pair.privateKey);
    },
    close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

let bench: DeploymentsBench;
let issuer: Awaited<ReturnType<typeof openIssuer>>;
let project: BenchProject;

const trust = async (of: BenchProject, address: string) =>
  await inTransaction(bench.database, (transaction) =>
    addTrustedIssuer(
      transaction,
      { actor: { kind: 'system' } },
      { project: of.project, name: 'CI', issuer: address, audience: 'portolan', subjectPattern: 'repo:acme/*' },
    ),
  );

const exchange = async (identityToken: string, projectId = project.id, node = 0) => {
  const answer = await bench.apps[node]?.inject({
    method: 'POST',
    url: '/deployments/v1/token',
    payload: { projectId, identityToken },
  });
  if (answer === undefined) throw new Error('There is no node.');
  return answer;
};

const codeOf = (answer: { json<T>(): T }): string | undefined =>
  answer.json<{ errors: { code: string }[] }>().errors[0]?.code;

beforeAll(async () => {
  bench = await openDeploymentsBench({ allowPrivateIssuers: true });
});
afterAll(async () => await bench.close());

beforeEach(async () => {
  issuer = await openIssuer();
  project = await bench.makeProject();
  await trust(project, issuer.issuer);
  return async () => await issuer.close();
});

describe('a job of a trusted issuer', () => {
  test('gets a token that deploys, and history knows the job', async () => {
    const answer = await exchange(await issuer.sign());
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { token, expiresOn } = answer.json<{ token: string; expiresOn: string }>();
    expect(Date.parse(expiresOn) - Date.now()).toBeGreaterThan(800_000);
    expect(Date.parse(expiresOn) - Date.now()).toBeLessThan(1_000_000);
    const template = { resourceGroup: { name: 'keyless' }, resources: [] };
    expect((await bench.submit({ ...project, token }, { template })).statusCode).toBe(200);
    expect((await bench.get(project, '/deployments')).json()).toMatchObject({
      result: [{ submittedBy: { tokenName: 'CI', externalSubject: 'repo:acme/orders:main' } }],
    });
  });

  test('is asked for its keys once, and again when a key is new', async () => {
    for (let round = 0; round < 3; round += 1) await exchange(await issuer.sign());
    expect(issuer.asked).toEqual(['/.well-known/openid-configuration', '/keys']);
    await issuer.addKey('k2');
    // Not at once: who sends tokens with made-up keys must not make us ask all the time.
    expect((await exchange(await issuer.sign({}, 'k2'))).statusCode).toBe(401);
    expect(issuer.asked.length).toBe(2);
  });
});

describe('nobody else does', () => {
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['another audience', { aud: 'other' }],
    ['another subject', { sub: 'repo:stranger/orders:main' }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['an old token', { exp: Math.floor(Date.now() / 1000) - 61 }],
    ['a token without end', { exp: undefined }],
    ['a token of the future', { nbf: Math.floor(Date.now() / 1000) + 120 }],
  ])('%s', async (_title, claims) => {
    const answer = await exchange(await issuer.sign(claims));
    expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'job.not-trusted']);
  });

  test('another key, another issuer, another project, or no token at all', async () => {
    const forged = await issuer.sign({}, 'k1', await generateKeyPair('ES256'));
    const elsewhere = await issuer.sign({ iss: 'https://issuer.example.com' });
    const good = await issuer.sign();
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${good.split('.')[1]}.`;
    for (const token of [forged, elsewhere, unsigned, 'x', 'a.b.c']) {
      const answer = await exchange(token);
      expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'job.not-trusted']);
    }
    const other = await bench.makeProject(project.tenantId);
    expect((await exchange(good, other.id)).statusCode).toBe(401);
    expect((await exchange(good, '00000000-0000-4000-8000-000000000000')).statusCode).toBe(401);
  });

  test('an issuer that nobody trusts is not even asked', async () => {
    const other = await bench.makeProject();
    await exchange(await issuer.sign(), other.id);
    expect(issuer.asked).toEqual([]);
  });

  test.each([
    ['a body that is none', { projectId: 'x', identityToken: 'y' }],
    [
      'a token that is too long',
      { projectId: '00000000-0000-4000-8000-000000000000', identityToken: 'x'.repeat(16_385) },
    ],
    ['no token', { projectId: '00000000-0000-4000-8000-000000000000' }],
  ])('%s', async (_title, payload) => {
    const answer = await bench.apps[0]?.inject({ method: 'POST', url: '/deployments/v1/token', payload });
    expect(answer?.statusCode).toBe(400);
  });
});

describe('an issuer that misbehaves', () => {
  const rows: readonly [
    string,
    (path: string) => Promise<{ status?: number; body: unknown; headers?: Record<string, string> }>,
  ][] = [
    ['fails', async () => ({ status: 500, body: {} })],
    ['answers with something else', async () => ({ body: '<html>' })],
    ['sends us elsewhere', async () => ({ status: 302, body: {}, headers: { location: 'http://127.0.0.1:1/' } })],
    ['answers with too much', async () => ({ body: `"${'x'.repeat(300_000)}"` })],
    ['says that it is another', async () => ({ body: { issuer: 'https://other.example.com', jwks_uri: 'https://x' } })],
    ['names no keys', async () => ({ body: { issuer: issuer.issuer } })],
    [
      'names keys at an address of no use',
      async () => ({ body: { issuer: issuer.issuer, jwks_uri: 'file:///etc/passwd' } }),
    ],
  ];
  test.each(rows)('%s', async (_title, answerWith) => {
    issuer.answerWith(answerWith);
    const answer = await exchange(await issuer.sign());
    expect(answer.statusCode).toBe(502);
    expect(codeOf(answer)).toMatch(/^issuer\./);
    expect(answer.body).not.toContain('passwd');
    const asked = issuer.asked.length;
    await exchange(await issuer.sign());
    expect(issuer.asked.length).toBe(asked);
  });
});

describe('private networks', () => {
  let guarded: DeploymentsBench;
  beforeAll(async () => {
    guarded = await openDeploymentsBench();
  });
  afterAll(async () => await guarded.close());

  test('are not asked unless the installation says so', async () => {
    const own = await guarded.makeProject();
    await inTransaction(guarded.database, (transaction) =>
      addTrustedIssuer(
        transaction,
        { actor: { kind: 'system' } },
        {
          project: own.project,
          name: 'CI',
          issuer: issuer.issuer,
          audience: 'portolan',
          subjectPattern: 'repo:acme/*',
        },
      ),
    );
    const answer = await guarded.apps[0]?.inject({
      method: 'POST',
      url: '/deployments/v1/token',
      payload: { projectId: own.id, identityToken: await issuer.sign() },
    });
    expect([answer?.statusCode, answer === undefined ? '' : codeOf(answer)]).toEqual([502, 'issuer.unreachable']);
    expect(issuer.asked).toEqual([]);
  });
});
