import { parse } from './parser.ts';
import { Program } from './program.ts';
import { ProgramCache } from './program-cache.ts';

/** Programs hold no values of any request, so that sharing them between requests shows nobody anything. */
const cache = new ProgramCache(500, 1_048_576);

/**
 * Compiles a query (without the leading `$` of contract A3). Throws a QueryError for everything that is wrong whatever the
 * data: syntax, unknown functions, numbers of arguments, arguments that can never fit, length and depth.
 */
export function compile(text: string): Program {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const program = compileAnew(text);
  cache.add(program);
  return program;
}

/** As `compile`, without the cache. */
export function compileAnew(text: string): Program {
  const { node, size } = parse(text);
  return new Program(text, node, size);
}
