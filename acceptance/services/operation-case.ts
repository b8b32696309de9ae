import type { CallerName, Headers, World } from './world.ts';

/** A request to an operation, below the address of a version. */
export interface Ask {
  readonly path: string;
  /** The administrator, where nobody else is named. */
  readonly as?: CallerName;
  readonly headers?: Headers;
  readonly body?: unknown;
}

/** How each status of an operation comes about. 401 and 403 have a usual way for all of them. */
export interface OperationCase {
  readonly operation: string;
  /** A request that works, for the usual ways; where a status needs one of its own, it stands in `asks`. */
  readonly example: (world: World) => Ask;
  readonly asks: Readonly<Record<number, (world: World) => Ask | Promise<Ask>>>;
  /** Statuses that the specification lists for the whole area, and why this operation has no use for them. */
  readonly never?: Readonly<Record<number, string>>;
}

export const unknownId = '12345678-1234-4234-8234-123456789012';
export const page = '?page=0&pageSize=10';
export const noPage = '?page=0&pageSize=0';

export const nothingToGetWrong = { 400: 'takes no parameter and no body' };
export const nothingToLookUp = { 404: 'names nothing that could be missing' };
export const emptyList = { 404: 'what is not there is left out of the list' };
export const keyIsEnough = { 403: 'whoever holds a key may ask (contract X1)' };
