/** Another node holds the project, or somebody a resource of it, for longer than a submission waits with a connection. */
export class TurnLost extends Error {
  constructor(cause: unknown) {
    super('The turn of the submission did not come in time.', { cause });
    this.name = 'TurnLost';
  }
}

/** What PostgreSQL says when `lock_timeout` is over. */
const lockNotAvailable = '55P03';

/** Undone by a lock that did not come: it can be done again. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === lockNotAvailable;
