import type { Readable } from 'node:stream';

/** The bytes of a put. A Readable is read but never destroyed by the store: its owner may still have to answer on it. */
export type BlobBody = Readable | AsyncIterable<Uint8Array>;

export interface PutOptions {
  /** How many bytes the body must have. Anything else is refused (`blob.sizeMismatch`) and leaves nothing. */
  readonly size?: number | undefined;
  /** Stops the put while bytes are still coming in; the put then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface StoredBlob {
  readonly key: string;
  readonly size: number;
  /** SHA-256 of the whole content, lower-case hex. */
  readonly sha256: string;
  /** The store's own mark of this version, without quotes. Not a hash of the content. */
  readonly etag: string;
}

export interface GetOptions {
  /** First byte, counted from 0. */
  readonly start?: number | undefined;
  /** Last byte, included, as in an HTTP range. Beyond the end means up to the end. */
  readonly end?: number | undefined;
  /** The size that the blob must have in the store; another size is `blob.damaged`, before the first byte. */
  readonly size?: number | undefined;
  /** Cuts the read, also while bytes are flowing: the body then ends with an AbortError. */
  readonly signal?: AbortSignal | undefined;
}

export interface BlobProperties {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly modifiedAt: Date;
}

export interface BlobContent extends BlobProperties {
  readonly start: number;
  /** How many bytes `body` gives. It gives exactly these or ends with an error, never with a clean short end. */
  readonly length: number;
  /** Must be read to its end or destroyed, otherwise it keeps a file or a connection open. */
  readonly body: Readable;
}

export interface ListOptions {
  /** The beginning of the keys that are wanted. */
  readonly prefix?: string | undefined;
  /** With '/', keys that go on behind the prefix with a folder are given once, as that folder. */
  readonly delimiter?: '/' | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type BlobListEntry =
  | (BlobProperties & { readonly kind: 'blob' })
  | { readonly kind: 'folder'; readonly prefix: string };

/**
 * Where bytes live. Keys come from `newBlobKey()`; what people call a file lives in the database alone (contract C14).
 *
 * Errors, in every driver: `invalid` for a wrong key, range or size; `unavailable` `blobStore.full` when there is no
 * room (reads go on); `unavailable` `blobStore.busy` when the store asks to slow down; `dependencyFailed` when it is
 * unreachable, too slow, refuses us or breaks off. An error of the body or of the signal is passed on as it is.
 */
export interface BlobStore {
  /**
   * Stores the body under the key and returns when it is durable. Until then, and when the put fails, nothing is
   * visible under the key. Only a put whose last step got no answer may turn out to have happened, whole.
   * A key is meant to be written once; a second put replaces the blob as a whole.
   */
  put(key: string, body: BlobBody, options?: PutOptions): Promise<StoredBlob>;
  /** Undefined when there is no such blob; `rangeNotSatisfiable` when the range begins behind its end. */
  get(key: string, options?: GetOptions): Promise<BlobContent | undefined>;
  /** Undefined when there is no such blob, as far as the store can tell without sending words; `get` knows for sure. */
  head(key: string): Promise<BlobProperties | undefined>;
  /** In the order of the keys, page by page as the caller iterates. What does not look like our key is left out. */
  list(options?: ListOptions): AsyncIterable<BlobListEntry>;
  /** Does nothing when there is no such blob. */
  delete(key: string): Promise<void>;
  /** Removes what puts left behind that never ended, if untouched since `olderThan`. Returns how many. */
  sweepUnfinished(olderThan: Date): Promise<number>;
  /** Rejects within seconds when the store cannot be used. Writes nothing. */
  check(): Promise<void>;
  /** Gives back idle connections. */
  close(): Promise<void>;
}
