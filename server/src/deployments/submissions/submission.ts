import type { Acting } from '../../accounts/index.ts';
import type { AutomationPrincipal } from '../../identity/authenticate/index.ts';
import type { JsonValue } from '../query/index.ts';
import type { EncodedFiles } from '../template/prepare-template.ts';

/** A template and its parameters, sent to a project by the holder of one of its automation tokens. */
export interface Submission {
  readonly caller: AutomationPrincipal;
  readonly acting: Acting;
  readonly supportCode: string;
  readonly files: EncodedFiles;
  /** The plan that this submission carries out, if it names one. */
  readonly planId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** What a submission answers with (the specification's result body). */
export interface SubmissionResult {
  readonly errors: null;
  readonly values: readonly { readonly name: string; readonly value: JsonValue }[];
}

/** What somebody who watches hears, in order. Nothing of it is certain before the result: a submission is atomic. */
export type ProgressEvent =
  | { readonly event: 'queued'; readonly before: number }
  | { readonly event: 'started'; readonly deploymentId: string; readonly resources: number }
  | {
      readonly event: 'resource';
      readonly index: number;
      readonly name: string;
      readonly resourceType: string;
      readonly id: string | null;
      readonly action: string;
    };

export type OnProgress = (event: ProgressEvent) => void;
