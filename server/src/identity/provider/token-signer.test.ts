import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { createTokenSigner, toFixedForm } from './token-signer.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicKey = createPublicKey(privateKey);

test('tokens are verified by others, and only unchanged', async () => {
  const signToken = createTokenSigner({ ...privateKey.export({ format: 'jwk' }), kid: 'one' });
  const key = await importJWK(publicKey.export({ format: 'jwk' }), 'ES256');
  // Often enough that both numbers of a signature have been short, and have had a zero before them.
  for (let turn = 0; turn < 600; turn += 1) {
    const { payload, protectedHeader } = await jwtVerify(signToken({ turn }), key);
    expect([payload.turn, protectedHeader]).toEqual([turn, { alg: 'ES256', typ: 'at+jwt', kid: 'one' }]);
  }
  const [header, , signature] = signToken({ sub: 'a' }).split('.');
  const forged = `${header}.${Buffer.from('{"sub":"b"}').toString('base64url')}.${signature}`;
  await expect(jwtVerify(forged, key)).rejects.toThrow('signature verification failed');
});

test.each([
  [[0x30, 6, 2, 1, 5, 2, 1, 7], 5, 7],
  [[0x30, 7, 2, 2, 0, 200, 2, 1, 7], 200, 7],
])('numbers that are short stand at the end of their half: %j', (der, first, second) => {
  const fixed = toFixedForm(Buffer.from(der));
  expect([fixed.length, fixed[31], fixed[63]]).toEqual([64, first, second]);
  expect(fixed.subarray(0, 31).every((byte) => byte === 0)).toBe(true);
});

test('a whole signature keeps its length', () => {
  expect(toFixedForm(sign('sha256', Buffer.from('text'), privateKey))).toHaveLength(64);
});
