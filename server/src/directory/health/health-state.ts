import { healthStates } from '../wire/health.ts';

export type HealthState = (typeof healthStates)[number];

/** What others call the three states; upper and lower case mean the same (contract B16). */
const words: ReadonlyMap<string, HealthState> = new Map([
  ...healthStates.map((state) => [state, state] as const),
  ['ok', 'pass'],
  ['up', 'pass'],
  ['error', 'fail'],
  ['down', 'fail'],
]);

/** The state that a word stands for; undefined for a word that stands for none. */
export const readHealthWord = (word: string): HealthState | undefined => words.get(word.trim().toLowerCase());

const severity: Readonly<Record<HealthState, number>> = { pass: 0, warn: 1, fail: 2 };

export const worse = (left: HealthState, right: HealthState): HealthState =>
  severity[left] >= severity[right] ? left : right;
