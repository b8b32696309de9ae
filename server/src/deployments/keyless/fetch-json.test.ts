import { expect, test } from 'vitest';
import { fetchJson } from './fetch-json.ts';

const rules = { allowPrivateNetworks: false, timeout: 2_000, mostBytes: 1_000 };

test.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/',
  'https://user:password@example.com/',
  'ftp://example.com/',
  'not an address',
])('%s is not asked', async (address) => {
  await expect(fetchJson(address, rules)).rejects.toMatchObject({
    kind: 'dependencyFailed',
    code: 'issuer.unreachable',
  });
});
