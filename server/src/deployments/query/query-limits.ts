import type { QueryErrorCode } from './query-error.ts';

export interface QueryLimit {
  readonly code: QueryErrorCode;
  /** What is counted, in the plural. */
  readonly unit: string;
  readonly perQuery: number;
  /** What all queries of one submission may use together; null where only the single query is bounded. */
  readonly perSubmission: number | null;
  readonly description: string;
}

/** The published limits (contract A13). The reference pages are made from this table. */
export const queryLimits = {
  length: {
    code: 'query.too-long',
    unit: 'characters',
    perQuery: 24_576,
    perSubmission: null,
    description: 'Length of the query text, without the leading `$`.',
  },
  depth: {
    code: 'query.too-deep',
    unit: 'levels',
    perQuery: 250,
    perSubmission: null,
    description: 'How deep expressions may nest; every link of a chain such as `a.b.c` is a level.',
  },
  valueDepth: {
    code: 'query.too-deep',
    unit: 'levels',
    perQuery: 1_000,
    perSubmission: null,
    description: 'How deep a value may nest that is compared, turned into text or returned; literals included.',
  },
  steps: {
    code: 'query.too-many-steps',
    unit: 'steps',
    perQuery: 500_000,
    perSubmission: 20_000_000,
    description:
      'Work: each part of the expression counts one for each element that it is applied to; functions count the elements and the text that they look at.',
  },
  text: {
    code: 'query.too-much-text',
    unit: 'characters',
    perQuery: 1_048_576,
    perSubmission: 16_777_216,
    description: 'Text built by concat, join, to_string, reverse and slices, intermediate results included.',
  },
  result: {
    code: 'query.result-too-large',
    unit: 'characters',
    perQuery: 4_194_304,
    perSubmission: 33_554_432,
    description: 'Size of the result as JSON, before escapes; counted before anything is serialised.',
  },
} as const satisfies Record<string, QueryLimit>;

export type QueryLimitName = keyof typeof queryLimits;
