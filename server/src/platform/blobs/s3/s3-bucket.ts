import type { S3Client } from '@aws-sdk/client-s3';
import type { ObjectStoreLimits } from '../remote/object-store-limits.ts';

/** The SDK as a value: it is loaded only when an S3 store is opened, so every file gets it handed in. */
export type S3Sdk = typeof import('@aws-sdk/client-s3');

export interface S3Bucket {
  readonly sdk: S3Sdk;
  readonly client: S3Client;
  readonly bucket: string;
  readonly prefix: string;
  readonly limits: ObjectStoreLimits;
}
