/** What a submission may be at most (contract A13). Queries have limits of their own, in `query/query-limits.ts`. */
export const templateLimits = {
  /** Both files together, decoded. */
  bytes: 16 * 1024 * 1024,
  /** Values of one file, containers included: a few bytes of text may each cost much more in memory. */
  values: 600_000,
  /** Members of one object. */
  members: 10_000,
  depth: 64,
  resources: 10_000,
  outputs: 1_000,
  parameters: 10_000,
  variables: 10_000,
  /** Characters of the name of a parameter, a variable or an output. */
  name: 200,
  /** Problems that one answer tells of; the rest is counted. */
  problems: 200,
} as const;
