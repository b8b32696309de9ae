/**
 * A page of a list that is ordered by name, then id. Whoever walks through the pages gives the last row of the page
 * before (`after`) and pays the same for every page; whoever jumps gives how many rows to skip.
 */
export interface NamePage {
  readonly limit: number;
  readonly after?: { readonly nameKey: string; readonly id: string } | undefined;
  readonly skip?: number | undefined;
}

/** The beginning of a name as a LIKE pattern, in which the text's own `%` and `_` stand for themselves. */
export const startsWithPattern = (text: string): string => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
