import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyForeignToken } from './verify-foreign-token.ts';

const issuer = 'https://issuer.example.com';
const now = new Date('2026-11-15T10:00:00Z');
const seconds = now.getTime() / 1000;
const good = { iss: issuer, aud: 'portolan', sub: 'job', iat: seconds - 10, exp: seconds + 300 };
const rules = { issuer, audience: ['other', 'portolan'], requiredClaims: ['sub', 'exp'], now };

let pair: Awaited<ReturnType<typeof generateKeyPair>>;
let keys: ReturnType<typeof createLocalJWKSet>;
const shared = new TextEncoder().encode('a secret of both sides, long enough for HMAC');

beforeAll(async () => {
  pair = await generateKeyPair('ES256', { extractable: true });
  keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'ES256' }] });
});

const sign = async (changes: Readonly<Record<string, unknown>> = {}, kid = 'k') =>
  await new SignJWT({ ...good, ...changes }).setProtectedHeader({ alg: 'ES256', kid }).sign(pair.privateKey);

describe('a token of another issuer', () => {
  test.each([
    ['as it should be', {}],
    ['of a clock that is a little behind', { exp: seconds - 50 }],
    ['of a clock that is a little ahead', { nbf: seconds + 50 }],
    ['for several, us among them', { aud: ['somebody', 'portolan'] }],
  ])('is believed %s', async (_, changes) => {
    await expect(verifyForeignToken(await sign(changes), keys, rules)).resolves.toMatchObject({ sub: 'job' });
  });

  test.each([
    ['of somebody else', { iss: 'https://evil.example.com' }],
    ['for somebody else', { aud: 'somebody' }],
    ['that is over', { exp: seconds - 70 }],
    ['that begins later', { nbf: seconds + 70 }],
    ['that never ends', { exp: undefined }],
    ['about nobody', { sub: undefined }],
  ])('is refused %s', async (_, changes) => {
    await expect(verifyForeignToken(await sign(changes), keys, rules)).rejects.toThrow();
  });

  test('is refused without a signature, by a shared key, and by a key of nobody', async () => {
    const unsigned = new UnsecuredJWT(good).encode();
    const byShared = await new SignJWT(good).setProtectedHeader({ alg: 'HS256', kid: 'k' }).sign(shared);
    for (const token of [unsigned, byShared, await sign({}, 'other'), 'x.y.z', '']) {
      await expect(verifyForeignToken(token, keys, rules)).rejects.toThrow();
    }
  });
});
