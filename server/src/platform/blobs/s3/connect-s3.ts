import { AppError } from '../../errors/app-error.ts';
import type { S3Location } from '../blob-location.ts';
import type { ObjectStoreLimits } from '../remote/object-store-limits.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** Reads the region from the usual places now, so that a missing one stops the start and not the first upload. */
const requireRegion = async (region: () => Promise<string>): Promise<void> => {
  try {
    await region();
  } catch (cause) {
    throw new AppError(
      'invalid',
      'blobStore.regionMissing',
      'The S3 location has no region: add ?region=eu-central-1 or set AWS_REGION.',
      { cause },
    );
  }
};

export const connectS3 = async (location: S3Location, limits: ObjectStoreLimits): Promise<S3Bucket> => {
  const sdk = await import('@aws-sdk/client-s3');
  // A store with its own address mostly has no regions, and the signature needs one.
  const region = location.region ?? (location.endpoint === undefined ? undefined : 'us-east-1');
  const client = new sdk.S3Client({
    ...(region === undefined ? {} : { region }),
    ...(location.endpoint === undefined ? {} : { endpoint: location.endpoint }),
    ...(location.credentials === undefined ? {} : { credentials: location.credentials }),
    forcePathStyle: location.pathStyle,
    maxAttempts: limits.attempts,
    // A store that does not know it would let every part wait until the time is up.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.answerMs,
      throwOnRequestTimeout: true,
      // Would cut downloads whose reader pauses; the body has its own watch.
      socketTimeout: 0,
      httpAgent: { keepAlive: true, maxSockets: limits.connections },
      httpsAgent: { keepAlive: true, maxSockets: limits.connections },
    },
  });
  await requireRegion(client.config.region);
  return { sdk, client, bucket: location.bucket, prefix: location.prefix, limits };
};
