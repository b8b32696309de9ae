export interface FolderLocation {
  readonly kind: 'folder';
  readonly folder: string;
}

export interface S3Location {
  readonly kind: 's3';
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  readonly pathStyle: boolean;
  /** From the location itself; undefined means the usual places of AWS (environment, profile, role). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

export interface AzureLocation {
  readonly kind: 'azure';
  readonly account: string;
  readonly container: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly endpoint: string | undefined;
  /** From the location itself; undefined means AZURE_STORAGE_KEY or AZURE_STORAGE_CONNECTION_STRING. */
  readonly accountKey: string | undefined;
}

export type BlobLocation = FolderLocation | S3Location | AzureLocation;

/** The location for people and logs: without credentials. */
export const describeBlobLocation = (location: BlobLocation): string => {
  if (location.kind === 'folder') return `file:${location.folder}`;
  const place =
    location.kind === 's3'
      ? `s3://${location.bucket}/${location.prefix}`
      : `azblob://${location.account}/${location.container}/${location.prefix}`;
  return `${place.replace(/\/$/, '')}${location.endpoint === undefined ? '' : ` at ${location.endpoint}`}`;
};
