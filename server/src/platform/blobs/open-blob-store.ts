import { AppError } from '../errors/app-error.ts';
import type { BlobStore } from './blob-store.ts';
import { openFolderBlobStore } from './folder/open-folder-blob-store.ts';
import { parseBlobLocation } from './parse-blob-location.ts';
import { type ObjectStoreLimits, objectStoreLimits } from './remote/object-store-limits.ts';

export interface BlobStoreDeps {
  /** Where Azure's key is looked for. AWS's SDK reads its own variables, profiles and roles itself. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limits?: Partial<ObjectStoreLimits>;
}

/** Opens the store that a location names. The SDKs are loaded only for the store that was chosen. Calls nobody yet. */
export const openBlobStore = async (
  location: string,
  deps: BlobStoreDeps = { env: process.env },
): Promise<BlobStore> => {
  const parsed = parseBlobLocation(location);
  if ('problem' in parsed) {
    throw new AppError('invalid', 'blobStore.locationInvalid', `The blob location ${parsed.problem}.`);
  }
  const limits = { ...objectStoreLimits, ...deps.limits };
  switch (parsed.location.kind) {
    case 'folder':
      return openFolderBlobStore(parsed.location.folder);
    case 's3': {
      const { openS3BlobStore } = await import('./s3/open-s3-blob-store.ts');
      return openS3BlobStore(parsed.location, limits);
    }
    case 'azure': {
      const { openAzureBlobStore } = await import('./azure/open-azure-blob-store.ts');
      return openAzureBlobStore(parsed.location, limits, deps.env);
    }
  }
};
