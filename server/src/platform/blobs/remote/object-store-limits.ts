const mebibyte = 1024 * 1024;

/** How long and how much, for stores that are reached over a network. */
export interface ObjectStoreLimits {
  /** To open a connection. */
  readonly connectMs: number;
  /** From sending one attempt of a short call to the head of its answer. */
  readonly answerMs: number;
  /** For one short call (head, list page, delete, the head of a get) with all its attempts. */
  readonly callMs: number;
  /** For sending one part, and for putting the parts together, with all attempts. */
  readonly partMs: number;
  /** How long a download may be silent while its reader waits. */
  readonly stallMs: number;
  readonly checkMs: number;
  readonly attempts: number;
  /** Size of a part when the size of the blob is not known. */
  readonly partSize: number;
  /** Parts on their way at once; each upload holds this many in memory, the one being filled, and a copy at most. */
  readonly parallelParts: number;
  readonly listPageSize: number;
  /** Connections at once; a slow download holds one. */
  readonly connections: number;
}

export const objectStoreLimits: ObjectStoreLimits = {
  connectMs: 3_000,
  answerMs: 8_000,
  callMs: 15_000,
  partMs: 90_000,
  stallMs: 30_000,
  checkMs: 5_000,
  attempts: 3,
  partSize: 8 * mebibyte,
  parallelParts: 2,
  listPageSize: 1_000,
  connections: 512,
};

/** Both S3 and Azure take at least 10,000 parts, and S3 none below 5 MiB but the last. Some stores want equal parts. */
export const mostParts = 10_000;
const smallestPart = 5 * mebibyte;

/** One size for all parts of a blob: small where the size is known, to hold less memory; large enough for it to fit. */
export const partSizeFor = (size: number | undefined, limits: ObjectStoreLimits): number =>
  size === undefined
    ? limits.partSize
    : Math.max(Math.min(limits.partSize, smallestPart), Math.ceil(size / mostParts / mebibyte) * mebibyte);
