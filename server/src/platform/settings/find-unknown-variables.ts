import type { Settings } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Letters that may be wrong, missing or too many in a name that was meant. */
const mostTypos = 3;

/** A sentence for each variable with the prefix that no setting has: a mistyped name would otherwise go unnoticed. */
export const findUnknownVariables = (settings: Settings, environment: Environment, prefix: string): string[] => {
  const known = Object.values(settings).map(({ variable }) => variable);
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !known.includes(name))
    .map((name) => {
      const [nearest] = known
        .map((variable) => ({ variable, typos: countTypos(name, variable) }))
        .filter(({ typos }) => typos <= mostTypos)
        .toSorted((one, other) => one.typos - other.typos);
      const hint = nearest === undefined ? '' : ` Did you mean ${nearest.variable}?`;
      return `${name} is no setting and is ignored.${hint}`;
    });
};

/** How many letters have to be changed, added or removed to make one of the other. */
const countTypos = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [line, letter] of [...one].entries()) {
    let diagonal = line;
    let left = line + 1;
    row = row.map((above, place) => {
      if (place === 0) return left;
      const same = letter === other[place - 1] ? 0 : 1;
      left = Math.min(above + 1, left + 1, diagonal + same);
      diagonal = above;
      return left;
    });
  }
  return row.at(-1) ?? one.length;
};
