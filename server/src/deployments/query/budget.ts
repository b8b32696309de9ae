import { queryLimits } from './query-limits.ts';

export interface Allowance {
  readonly steps: number;
  readonly text: number;
  readonly result: number;
}

type Counters = { -readonly [K in keyof Allowance]: Allowance[K] };

/** What a query may use that belongs to no submission. */
export const singleQuery: Allowance = Object.freeze({
  steps: queryLimits.steps.perQuery,
  text: queryLimits.text.perQuery,
  result: queryLimits.result.perQuery,
});

const submission: Allowance = Object.freeze({
  steps: queryLimits.steps.perSubmission,
  text: queryLimits.text.perSubmission,
  result: queryLimits.result.perSubmission,
});

/**
 * What the queries of one submission may use together, and each of them alone. Made per submission and handed to every
 * evaluation, which takes what it used from `left`; nothing is shared between submissions.
 */
export class Budget {
  readonly total: Allowance;
  readonly perQuery: Allowance;
  readonly left: Counters;

  constructor(total: Partial<Allowance> = {}, perQuery: Partial<Allowance> = {}) {
    this.total = { ...submission, ...total };
    this.perQuery = { ...singleQuery, ...perQuery };
    this.left = { ...this.total };
  }
}
