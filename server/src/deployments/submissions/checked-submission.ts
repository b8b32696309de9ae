import type { CheckedTemplate } from '../template/check-template.ts';
import type { PreparedTemplate } from '../template/prepare-template.ts';
import type { OnProgress, Submission } from './submission.ts';

/** A submission whose files are right. */
export interface CheckedSubmission {
  readonly submission: Submission;
  readonly prepared: PreparedTemplate;
  readonly checked: CheckedTemplate;
  readonly startedAt: Date;
  readonly onProgress: OnProgress;
}
