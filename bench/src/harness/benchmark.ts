/** What a number is: a ratio of two sides, or a thing in itself. */
export type Unit = 'x' | 's' | 'MB' | 'cases';

export interface Goal {
  readonly bound: 'atLeast' | 'atMost';
  readonly value: number;
}

/** One line of a result: the samples of one run, and what the goals ask of their median. */
export interface Finding {
  readonly measured: string;
  readonly samples: readonly number[];
  readonly unit: Unit;
  /** Absent for what is measured for information only. */
  readonly goal?: Goal;
  /** The two sides of a ratio in words, for the reader only: absolute figures are never goals. */
  readonly sides?: string;
}

export interface RunOptions {
  /** How often A and B take turns. Fewer than five make no result. */
  readonly pairs: number;
  /** How long a turn of load lasts. */
  readonly seconds: number;
  /** Tells the person who waits what is going on. */
  readonly note: (text: string) => void;
}

export interface Benchmark {
  /** As typed after `npm run bench --`. */
  readonly name: string;
  /** Its number in the goals, as `S15`; absent for what has no goal. */
  readonly goal?: string;
  readonly about: string;
  readonly run: (options: RunOptions) => Promise<readonly Finding[]>;
}

export const fewestPairs = 5;
