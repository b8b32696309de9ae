import { AppError } from '../errors/app-error.ts';

export interface BlobRange {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

export const rangeNotSatisfiable = (): AppError =>
  new AppError('rangeNotSatisfiable', 'blob.rangeNotSatisfiable', 'The range begins behind the end of the blob.');

/** Refuses what is no range at all, whatever the size of the blob. */
export const checkBlobRange = ({ start = 0, end }: BlobRange): void => {
  const whole = Number.isSafeInteger(start) && (end === undefined || Number.isSafeInteger(end));
  if (!whole || start < 0 || (end !== undefined && end < start)) {
    throw new AppError(
      'invalid',
      'blob.rangeInvalid',
      'A range is two whole numbers from 0, the first not the larger.',
    );
  }
};

/** True when the range asks for anything but everything; only then may an empty blob be refused. */
export const isPartial = ({ start = 0, end }: BlobRange): boolean => start > 0 || end !== undefined;

/** Which bytes of a blob of `size` bytes a range means. */
export const resolveBlobRange = (range: BlobRange, size: number): { start: number; length: number } => {
  checkBlobRange(range);
  if (!isPartial(range)) return { start: 0, length: size };
  const start = range.start ?? 0;
  if (start >= size) throw rangeNotSatisfiable();
  return { start, length: Math.min(range.end ?? size - 1, size - 1) - start + 1 };
};
