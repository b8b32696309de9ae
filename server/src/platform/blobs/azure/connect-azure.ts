import { AppError } from '../../errors/app-error.ts';
import type { AzureLocation } from '../blob-location.ts';
import type { ObjectStoreLimits } from '../remote/object-store-limits.ts';
import type { AzureContainer } from './azure-container.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const credentialsMissing = (account: string): AppError =>
  new AppError(
    'invalid',
    'blobStore.credentialsMissing',
    `The storage account ${account} needs a key: set AZURE_STORAGE_KEY or AZURE_STORAGE_CONNECTION_STRING.`,
  );

/** The fields of a connection string, `Name=value;Name=value`. Values may hold `=`. */
export const readConnectionString = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(';').flatMap((field) => {
      const at = field.indexOf('=');
      return at > 0 ? [[field.slice(0, at).trim().toLowerCase(), field.slice(at + 1).trim()] as const] : [];
    }),
  );

/** The key from the location, or from the environment: first AZURE_STORAGE_KEY, then the connection string. */
export const resolveAzureAccess = (
  location: AzureLocation,
  env: Environment,
): { readonly key: string; readonly endpoint: string } => {
  const usual = `https://${location.account}.blob.core.windows.net`;
  const key = location.accountKey ?? env.AZURE_STORAGE_KEY;
  if (key) return { key, endpoint: location.endpoint ?? usual };
  const fields = readConnectionString(env.AZURE_STORAGE_CONNECTION_STRING ?? '');
  const account = fields.get('accountname');
  const accountKey = fields.get('accountkey');
  if (account === undefined || accountKey === undefined) throw credentialsMissing(location.account);
  if (account !== location.account) {
    throw new AppError(
      'invalid',
      'blobStore.accountMismatch',
      `AZURE_STORAGE_CONNECTION_STRING is for the account ${account}, the location names ${location.account}.`,
    );
  }
  return { key: accountKey, endpoint: location.endpoint ?? fields.get('blobendpoint') ?? usual };
};

export const connectAzure = async (
  location: AzureLocation,
  limits: ObjectStoreLimits,
  env: Environment,
): Promise<AzureContainer> => {
  const { key, endpoint } = resolveAzureAccess(location, env);
  const sdk = await import('@azure/storage-blob');
  const service = new sdk.BlobServiceClient(endpoint, new sdk.StorageSharedKeyCredential(location.account, key), {
    // The default waits 4, then 12 seconds; the deadline of each call ends it in any case.
    retryOptions: { maxTries: limits.attempts, retryDelayInMs: 200, maxRetryDelayInMs: 2_000 },
    keepAliveOptions: { enable: true },
  });
  return { container: service.getContainerClient(location.container), prefix: location.prefix, limits };
};
