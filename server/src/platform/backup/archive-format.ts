/**
 * A backup is one file: a mark, then entries. An entry is a header (length, JSON), chunks (length, bytes) up to a chunk
 * of length zero, and the SHA-256 of header and chunks. The last entry says so; a file without it was cut off.
 */
export const archiveMark = Buffer.from('PORTOLAN BACKUP 1\n');
export const longestHeader = 64 * 1024 * 1024;
export const longestChunk = 16 * 1024 * 1024;

export interface BackupManifest {
  readonly kind: 'manifest';
  readonly portolan: string;
  readonly createdAt: string;
  /** Schema steps of the database, in order. */
  readonly migrations: readonly { readonly version: number; readonly name: string; readonly checksum: string }[];
  /** Fingerprints of the encryption keys that values in the tables are sealed with. */
  readonly keyFingerprints: readonly string[];
}

export type EntryHeader =
  | BackupManifest
  | { readonly kind: 'blob'; readonly key: string; readonly size: number }
  | { readonly kind: 'table'; readonly schema: string; readonly table: string; readonly columns: readonly string[] }
  | {
      readonly kind: 'sequence';
      readonly schema: string;
      readonly sequence: string;
      readonly lastValue: string;
      readonly isCalled: boolean;
    }
  | { readonly kind: 'end'; readonly tables: number; readonly blobs: number };

export const lengthPrefix = (length: number): Buffer => {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(length);
  return prefix;
};
