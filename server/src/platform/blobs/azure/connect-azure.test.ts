import { describe, expect, it } from 'vitest';
import type { AzureLocation } from '../blob-location.ts';
import { resolveAzureAccess } from './connect-azure.ts';

const location: AzureLocation = {
  kind: 'azure',
  account: 'acct1',
  container: 'con',
  prefix: '',
  endpoint: undefined,
  accountKey: undefined,
};
const usual = 'https://acct1.blob.core.windows.net';
const connection = 'DefaultEndpointsProtocol=https;AccountName=acct1;AccountKey=a2V5PQ==;BlobEndpoint=http://h:1/acct1';

describe('resolveAzureAccess', () => {
  it.each([
    ['the location first', { accountKey: 'own' }, { AZURE_STORAGE_KEY: 'env' }, { key: 'own', endpoint: usual }],
    ['AZURE_STORAGE_KEY', {}, { AZURE_STORAGE_KEY: 'env' }, { key: 'env', endpoint: usual }],
    [
      'the connection string with its endpoint',
      {},
      { AZURE_STORAGE_CONNECTION_STRING: connection, AZURE_STORAGE_KEY: '' },
      { key: 'a2V5PQ==', endpoint: 'http://h:1/acct1' },
    ],
    [
      'the endpoint of the location before all others',
      { endpoint: 'http://mine' },
      { AZURE_STORAGE_CONNECTION_STRING: connection },
      { key: 'a2V5PQ==', endpoint: 'http://mine' },
    ],
  ])('takes %s', (_, own, env, access) => {
    expect(resolveAzureAccess({ ...location, ...own }, env)).toEqual(access);
  });

  it('says what is missing', () => {
    expect(() => resolveAzureAccess(location, {})).toThrow('needs a key: set AZURE_STORAGE_KEY');
    expect(() => resolveAzureAccess(location, { AZURE_STORAGE_CONNECTION_STRING: 'AccountName=acct1' })).toThrow(
      'needs a key',
    );
    expect(() =>
      resolveAzureAccess({ ...location, account: 'other1' }, { AZURE_STORAGE_CONNECTION_STRING: connection }),
    ).toThrow('is for the account acct1, the location names other1');
  });
});
