import { AppError, type ErrorKind } from '../../platform/errors/app-error.ts';
import type { Problem } from '../template/problem.ts';

/** A submission that is refused or failed, with everything that is wrong with it (contract A8). */
export class SubmissionError extends AppError {
  readonly problems: readonly Problem[];

  constructor(kind: ErrorKind, problems: readonly Problem[], cause?: unknown) {
    const [first] = problems;
    super(kind, first?.code ?? 'template.invalid', first?.message ?? 'The submission is not valid.', { cause });
    this.problems = problems;
  }
}
