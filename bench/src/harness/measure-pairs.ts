import { formatNumber } from './judge.ts';
import { median } from './statistics.ts';

/** One side of a comparison: each call takes one turn and gives its figure. */
export interface Side {
  readonly name: string;
  readonly take: () => Promise<number> | number;
}

export interface Pairs {
  /** A divided by B, one per pair. */
  readonly ratios: readonly number[];
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly sides: string;
}

/** A side with short turns takes several, so that the compiler has seen enough of it. */
const warmUpFor = 1_000;

const warmUp = async (side: Side): Promise<void> => {
  const end = performance.now() + warmUpFor;
  do await side.take();
  while (performance.now() < end);
};

/**
 * A B A B: both sides see the same weather of the machine, so their ratio holds where the figures themselves would not.
 * Turns of each go before, unmeasured: compiled code, filled pools and warm files are part of neither side.
 */
export const measurePairs = async (a: Side, b: Side, pairs: number, unit: string): Promise<Pairs> => {
  await warmUp(a);
  await warmUp(b);
  const turns: { a: number; b: number }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) turns.push({ a: await a.take(), b: await b.take() });
  const sideA = turns.map((turn) => turn.a);
  const sideB = turns.map((turn) => turn.b);
  return {
    ratios: turns.map((turn) => turn.a / turn.b),
    a: sideA,
    b: sideB,
    sides: `${a.name} ${formatNumber(median(sideA))} ${unit}, ${b.name} ${formatNumber(median(sideB))} ${unit}`,
  };
};
