import type { BlobListEntry, ListOptions } from '../blob-store.ts';
import { callStore } from '../remote/call-store.ts';
import { plainEtag, toBlobFolder, toBlobKey, toObjectKey } from '../remote/object-key.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** Asks for the next page only when the caller has taken the last one. */
export async function* listS3Blobs(store: S3Bucket, options: ListOptions): AsyncGenerator<BlobListEntry, void> {
  const { sdk, client, bucket, prefix, limits } = store;
  let token: string | undefined;
  do {
    const list = new sdk.ListObjectsV2Command({
      Bucket: bucket,
      Prefix: toObjectKey(prefix, options.prefix ?? ''),
      MaxKeys: limits.listPageSize,
      ...(options.delimiter === undefined ? {} : { Delimiter: options.delimiter }),
      ...(token === undefined ? {} : { ContinuationToken: token }),
    });
    const page = await callStore(limits.callMs, (abortSignal) => client.send(list, { abortSignal }), options.signal);
    // With the delimiter a page holds folders or blobs of ours, never both: keys have exactly one slash.
    for (const common of page.CommonPrefixes ?? []) {
      const folder = toBlobFolder(prefix, common.Prefix);
      if (folder !== undefined) yield { kind: 'folder', prefix: folder };
    }
    for (const object of page.Contents ?? []) {
      const key = toBlobKey(prefix, object.Key);
      if (key === undefined) continue;
      const modifiedAt = object.LastModified ?? new Date(0);
      yield { kind: 'blob', key, size: object.Size ?? 0, etag: plainEtag(object.ETag), modifiedAt };
    }
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}
