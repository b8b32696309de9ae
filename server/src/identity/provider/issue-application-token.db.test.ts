import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ProviderFixture, people, secretOf, startProviderFixture } from './provider-fixture.ts';

let fixture: ProviderFixture;
beforeAll(async () => {
  fixture = await startProviderFixture();
});
afterAll(async () => await fixture.close());

const { api, machine, web } = people;
type Form = Readonly<Record<string, string>>;

const ask = async (form: Form, client: string) => {
  const answer = await fetch(`${fixture.url}/identity/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client}:${encodeURIComponent(secretOf(client))}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, string> };
};
/** A member that the standard does not know is no reason to refuse, and none to answer without the provider. */
const askProvider = async (form: Form, client: string) => await ask({ ...form, unknown: 'member' }, client);

const withoutTimes = ({ jti: _, iat: __, exp: ___, ...claims }: JWTPayload) => claims;

describe('a token that is given without the provider', () => {
  test.each<[string, Form, string]>([
    ['by default scopes', { scope: 'api://orders/.default' }, machine],
    ['by the id of the API', { scope: `${api}/.default` }, machine],
    ['by one scope of the API', { scope: 'api://orders/read' }, machine],
    ['by two scopes of the API', { scope: 'api://orders/write api://orders/read' }, machine],
    ['by resource and scope', { resource: 'api://orders', scope: 'write' }, machine],
    ['by resource alone', { resource: 'api://orders' }, machine],
    ['to an application without a principal', { scope: 'api://orders/.default' }, web],
  ])('says the same %s', async (_, form, client) => {
    const [quick, slow] = [await ask(form, client), await askProvider(form, client)];
    const [own, theirs] = [quick, slow].map(({ body }) => body.access_token ?? '');
    expect([quick.status, slow.status]).toEqual([200, 200]);
    expect(decodeProtectedHeader(own ?? '')).toEqual(decodeProtectedHeader(theirs ?? ''));
    expect(withoutTimes(decodeJwt(own ?? ''))).toEqual(withoutTimes(decodeJwt(theirs ?? '')));
    const { access_token: _own, ...answer } = quick.body;
    const { access_token: _theirs, ...expected } = slow.body;
    expect(answer).toEqual(expected);
    expect(quick.headers.get('cache-control')).toBe(slow.headers.get('cache-control'));
    expect(quick.headers.get('content-type')).toBe(slow.headers.get('content-type'));
    const { iat = 0, exp = 0, jti } = decodeJwt(own ?? '');
    expect([exp - iat, typeof jti]).toEqual([3600, 'string']);
  });

  test('is another one each time', async () => {
    const form = { scope: 'api://orders/.default' };
    const tokens = await Promise.all(Array.from({ length: 5 }, () => ask(form, machine)));
    expect(new Set(tokens.map(({ body }) => decodeJwt(body.access_token ?? '').jti)).size).toBe(5);
  });

  test.each<[string, Form]>([
    ['a scope that the API does not publish', { scope: 'api://orders/delete' }],
    ['a scope of nobody', { scope: 'read' }],
    ['two APIs', { scope: `api://orders/read api://portolan/user_impersonation` }],
    ['no API', {}],
  ])('is not given for %s: the provider answers in its own words', async (_, form) => {
    const [quick, slow] = [await ask(form, machine), await askProvider(form, machine)];
    expect([quick.status, quick.body.error, quick.body.scope]).toEqual([slow.status, slow.body.error, slow.body.scope]);
  });
});
