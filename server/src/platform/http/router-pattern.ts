/**
 * The router's pattern for a path of the specification. `resolve({email})` needs care: `:email)` would become a
 * parameter with a parenthesis in its name.
 */
export const routerPattern = (path: string): string =>
  path.replace(/\{(\w+)(\*?)\}(\)?)/g, (_, name: string, rest: string, closing: string) => {
    if (rest !== '') return '*';
    return closing === '' ? `:${name}` : `:${name}(^[^()]+))`;
  });

/** Names of the parameters in a path, in order. */
export const pathParameters = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\*?\}/g)].map((match) => match[1] ?? '');
