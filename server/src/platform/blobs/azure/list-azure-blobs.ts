import type { BlobItem } from '@azure/storage-blob';
import type { BlobListEntry, ListOptions } from '../blob-store.ts';
import { callStore } from '../remote/call-store.ts';
import { plainEtag, toBlobFolder, toBlobKey, toObjectKey } from '../remote/object-key.ts';
import type { AzureContainer } from './azure-container.ts';

interface Segment {
  readonly blobItems: readonly BlobItem[];
  readonly blobPrefixes?: readonly { readonly name: string }[];
}

const entriesOf = (segment: Segment, prefix: string): BlobListEntry[] => [
  ...(segment.blobPrefixes ?? []).flatMap(({ name }): BlobListEntry[] => {
    const folder = toBlobFolder(prefix, name);
    return folder === undefined ? [] : [{ kind: 'folder', prefix: folder }];
  }),
  ...segment.blobItems.flatMap(({ name, properties }): BlobListEntry[] => {
    const key = toBlobKey(prefix, name);
    if (key === undefined) return [];
    const { contentLength: size = 0, etag, lastModified } = properties;
    return [{ kind: 'blob', key, size, etag: plainEtag(etag), modifiedAt: lastModified }];
  }),
];

/** Asks for the next page only when the caller has taken the last one. */
export async function* listAzureBlobs(
  { container, prefix, limits }: AzureContainer,
  options: ListOptions,
): AsyncGenerator<BlobListEntry, void> {
  const wanted = toObjectKey(prefix, options.prefix ?? '');
  let token: string | undefined;
  do {
    const from = { maxPageSize: limits.listPageSize, ...(token === undefined ? {} : { continuationToken: token }) };
    const page = await callStore(
      limits.callMs,
      (abortSignal) => {
        const query = { prefix: wanted, abortSignal };
        return options.delimiter === undefined
          ? container.listBlobsFlat(query).byPage(from).next()
          : container.listBlobsByHierarchy(options.delimiter, query).byPage(from).next();
      },
      options.signal,
    );
    if (page.done === true) return;
    yield* entriesOf(page.value.segment, prefix);
    token = page.value.continuationToken || undefined;
  } while (token !== undefined);
}
