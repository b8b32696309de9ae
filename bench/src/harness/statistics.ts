export const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** The value below which the given share (0 to 1) of the values lies; the nearest one that was really seen. */
export const quantile = (values: readonly number[], share: number): number => {
  if (values.length === 0) throw new Error('There is no quantile of no values.');
  const sorted = ascending(values);
  const place = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
  return sorted[place] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => {
  if (values.length === 0) throw new Error('There is no median of no values.');
  const sorted = ascending(values);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};
