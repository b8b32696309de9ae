import { AppError } from '../../errors/app-error.ts';
import { storeBusy, storeFailed, storeFull } from '../blob-error.ts';

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

export const isMissingFile = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String(codeOf(error)));

/** Turns what the file system threw into our error; its own words, which hold paths, stay in `cause`. */
export const fileError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const code = String(codeOf(error));
  if (['ENOSPC', 'EDQUOT'].includes(code)) return storeFull(error);
  if (['EMFILE', 'ENFILE'].includes(code)) return storeBusy(error);
  return storeFailed(error);
};

/** Runs work on files so that it only rejects with our errors. */
export const onFiles = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw fileError(error);
  }
};

/** The same, where a file that is not there is an answer. */
export const onFile = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw fileError(error);
  }
};
