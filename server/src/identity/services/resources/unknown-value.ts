/**
 * A value that exists only once the deployment runs, such as the id of a service that is yet to be made. A plan carries
 * the query that will give it (contract A19).
 */
export class UnknownValue {
  readonly query: string;

  constructor(query: string) {
    this.query = query;
  }
}

/** The first unknown value in the value, however deep it stands. */
export const findUnknown = (value: unknown): UnknownValue | undefined => {
  if (value instanceof UnknownValue) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const item of Object.values(value)) {
    const found = findUnknown(item);
    if (found !== undefined) return found;
  }
  return undefined;
};
