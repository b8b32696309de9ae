/** Why the embedded database could not be started. Stable, for tests and for advice; the message is for people. */
export type StartProblem =
  | 'folderInUse'
  | 'folderNotUsable'
  | 'folderOwner'
  | 'diskFull'
  | 'otherVersion'
  | 'notADatabase'
  | 'runtimeMissing'
  | 'runtimeUnusable'
  | 'accountMissing'
  | 'notStarted';

/**
 * One sentence for the person who starts the server. It is no AppError because it names folders and accounts of the
 * machine: it is thrown before the server listens and never reaches a client.
 */
export class DatabaseStartError extends Error {
  readonly problem: StartProblem;

  constructor(problem: StartProblem, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DatabaseStartError';
    this.problem = problem;
  }
}

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Turns a failed file operation below the data folder into a sentence. */
export const toStartError = (error: unknown, folder: string): DatabaseStartError => {
  if (error instanceof DatabaseStartError) return error;
  const code = errorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskIsFull(folder, error);
  const reason = reasons[code];
  if (reason !== undefined) {
    return new DatabaseStartError('folderNotUsable', `The data folder ${folder} cannot be used: ${reason}.`, error);
  }
  const text = error instanceof Error ? error.message : String(error);
  return new DatabaseStartError('notStarted', `The embedded database in ${folder} did not start: ${text}`, error);
};

export const diskIsFull = (folder: string, cause?: unknown): DatabaseStartError =>
  new DatabaseStartError(
    'diskFull',
    `The disk of the data folder ${folder} is full: free some space or move the folder with PORTOLAN_DATA.`,
    cause,
  );

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'the user that runs Portolan may not write there',
  EPERM: 'the user that runs Portolan may not change its files or their owner',
  EROFS: 'it lies on a file system that is mounted read-only',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'there is a file with that name',
  EBUSY: 'its folder postgres is a mount point, mount the data folder itself instead',
  ENAMETOOLONG: 'its path is too long',
  ELOOP: 'its path holds a loop of symbolic links',
};
