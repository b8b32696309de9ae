import { describe, expect, test } from 'vitest';
import { readTokenRequest } from './read-token-request.ts';

const clientId = '44444444-4444-4444-8444-444444444444';
const good = { grant_type: 'client_credentials', scope: 'api://orders/.default' };
const formOf = (...pairs: readonly (readonly [string, string])[]) =>
  new URLSearchParams([...pairs] as [string, string][]).toString();
const bodyOf = (form: Readonly<Record<string, string>>) => formOf(...Object.entries(form));
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const known = { clientId, secret: 's&cret', scope: good.scope, resource: undefined };

describe('a request that is right', () => {
  test.each([
    ['with the secret in the header', basic(`${clientId}:s%26cret`), bodyOf(good)],
    ['with a scheme in other letters', basic(`${clientId}:s%26cret`).replace('Basic', 'bASIC'), bodyOf(good)],
    ['with its id in both places', basic(`${clientId}:s%26cret`), bodyOf({ ...good, client_id: clientId })],
    ['with the secret in the form', undefined, bodyOf({ ...good, client_id: clientId, client_secret: 's&cret' })],
  ])('%s', (_, authorization, body) => {
    expect(readTokenRequest(authorization, body)).toEqual(known);
  });

  test('may name a resource and no scope', () => {
    const body = bodyOf({ grant_type: 'client_credentials', resource: 'api://orders' });
    expect(readTokenRequest(basic(`${clientId}:x`), body)).toEqual({
      clientId,
      secret: 'x',
      scope: undefined,
      resource: 'api://orders',
    });
  });

  test('has a secret with a colon, a space or a plus', () => {
    expect(readTokenRequest(basic(`${clientId}:a:b+c%2Bd`), bodyOf(good))?.secret).toBe('a:b c+d');
  });
});

describe('what is left to the provider', () => {
  const right = basic(`${clientId}:x`);
  test.each([
    ['another grant', right, bodyOf({ ...good, grant_type: 'refresh_token' })],
    ['a member twice', right, formOf(['grant_type', 'client_credentials'], ['scope', 'a'], ['scope', 'b'])],
    ['two resources', right, formOf(['grant_type', 'client_credentials'], ['resource', 'a'], ['resource', 'b'])],
    ['an unknown member', right, bodyOf({ ...good, client_assertion: 'x' })],
    ['two proofs', right, bodyOf({ ...good, client_id: clientId, client_secret: 'x' })],
    ['two client ids', right, bodyOf({ ...good, client_id: clientId.replaceAll('4', '5') })],
    ['no proof', undefined, bodyOf({ ...good, client_id: clientId })],
    ['no secret', basic(`${clientId}:`), bodyOf(good)],
    ['no colon', basic(clientId), bodyOf(good)],
    ['an id that is none', basic('somebody:x'), bodyOf(good)],
    ['a wrong encoding', basic(`${clientId}:%zz`), bodyOf(good)],
    ['what is not base64', 'Basic ***', bodyOf(good)],
    ['another scheme', `Bearer ${clientId}`, bodyOf(good)],
    ['a control character', basic(`${clientId}:a%00b`), bodyOf(good)],
    ['an empty scope', right, bodyOf({ ...good, scope: '' })],
    ['a scope with a quote', right, bodyOf({ ...good, scope: 'a"b' })],
    ['nothing', right, ''],
  ])('%s', (_, authorization, body) => {
    expect(readTokenRequest(authorization, body)).toBeUndefined();
  });
});
