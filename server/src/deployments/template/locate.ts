import { JsonScanner, type Token } from './json-scanner.ts';
import type { Path } from './problem.ts';

export interface Located {
  /** Where the value begins. Of the nearest container that exists, where the path leads nowhere. */
  readonly value: number;
  /** Where the name of the member begins; the same as `value` for elements of lists. */
  readonly name: number;
  /** False where only a part of the path exists. */
  readonly exact: boolean;
}

interface Wanted {
  readonly indexes: number[];
  readonly members: Map<string, Wanted>;
}

/**
 * Where values stand in a text that was read before: one walk for all paths. Places are needed only for problems, so
 * nothing is remembered of them while a file is read.
 */
export function locate(text: string, paths: readonly Path[]): readonly Located[] {
  const found: Located[] = paths.map(() => ({ value: 0, name: 0, exact: false }));
  const scanner = new JsonScanner(text);
  visit(scanner, scanner.next(), treeOf(paths), undefined, found);
  return found;
}

function treeOf(paths: readonly Path[]): Wanted {
  const root: Wanted = { indexes: [], members: new Map() };
  for (const [index, path] of paths.entries()) {
    let wanted = root;
    for (const part of path) {
      const next: Wanted = wanted.members.get(String(part)) ?? { indexes: [], members: new Map() };
      wanted.members.set(String(part), next);
      wanted = next;
    }
    wanted.indexes.push(index);
  }
  return root;
}

/** Reads one value, whose first token is `token`; depth is bounded because the text was read before. */
function visit(
  scanner: JsonScanner,
  token: Token,
  wanted: Wanted | undefined,
  name: number | undefined,
  found: Located[],
): void {
  const { offset } = scanner;
  if (wanted !== undefined) note(wanted, { value: offset, name: name ?? offset }, found);
  if (token === '{') visitMembers(scanner, wanted, found);
  else if (token === '[') visitElements(scanner, wanted, found);
}

/** Everything below counts as found here until it is found better. */
function note(wanted: Wanted, place: Omit<Located, 'exact'>, found: Located[]): void {
  for (const index of wanted.indexes) found[index] = { ...place, exact: true };
  for (const below of wanted.members.values()) noteBelow(below, place.value, found);
}

function noteBelow(wanted: Wanted, offset: number, found: Located[]): void {
  for (const index of wanted.indexes) found[index] = { value: offset, name: offset, exact: false };
  for (const below of wanted.members.values()) noteBelow(below, offset, found);
}

function visitMembers(scanner: JsonScanner, wanted: Wanted | undefined, found: Located[]): void {
  for (let token = scanner.next(); token === 'text' || token === ','; token = scanner.next()) {
    if (token === ',') continue;
    const name = String(scanner.value);
    const { offset } = scanner;
    scanner.next();
    visit(scanner, scanner.next(), wanted?.members.get(name), offset, found);
  }
}

function visitElements(scanner: JsonScanner, wanted: Wanted | undefined, found: Located[]): void {
  let index = 0;
  for (let token = scanner.next(); token !== ']' && token !== 'end'; token = scanner.next()) {
    if (token === ',') continue;
    visit(scanner, token, wanted?.members.get(String(index)), undefined, found);
    index += 1;
  }
}
