/** What `verifyAudit` found out. */
export interface AuditReport {
  readonly intact: boolean;
  /** Links of the chain that were checked, each with its row. */
  readonly checked: number;
  readonly head: { readonly position: number; readonly hash: string } | undefined;
  readonly pending: PendingRows;
  readonly checkpoints: CheckpointCounts;
  readonly problems: readonly AuditProblem[];
  /** Problems beyond those listed. */
  readonly omitted: number;
}

export interface PendingRows {
  readonly count: number;
  /** How long the oldest one waits to be chained. */
  readonly oldestSeconds: number;
}

export interface CheckpointCounts {
  readonly valid: number;
  /** Signed with a key that is not at hand: compared with the chain all the same. */
  readonly unverifiable: number;
  /** Highest position that a valid checkpoint covers. */
  readonly covers: number;
}

export type AuditProblemKind =
  | 'changed'
  | 'deleted'
  | 'inserted'
  | 'swapped'
  | 'gap'
  | 'broken'
  | 'truncated'
  | 'unguarded'
  | 'checkpointMismatch'
  | 'checkpointForged'
  | 'checkpointUnreadable';

export interface AuditProblem {
  readonly kind: AuditProblemKind;
  readonly message: string;
  readonly auditId?: string;
  readonly position?: number;
}

export interface ProblemList {
  add(problem: AuditProblem): void;
  readonly problems: readonly AuditProblem[];
  readonly omitted: () => number;
}

/** Keeps the first so many: a log of millions of rows may be wrong in each of them. */
export const createProblemList = (most: number): ProblemList => {
  const problems: AuditProblem[] = [];
  let omitted = 0;
  return {
    add: (problem) => {
      if (problems.length < most) problems.push(problem);
      else omitted += 1;
    },
    problems,
    omitted: () => omitted,
  };
};
