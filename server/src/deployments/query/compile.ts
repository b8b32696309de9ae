import { ownCopyOf } from './own-copy.ts';
import { parse } from './parser.ts';
import { Program } from './program.ts';
import { ProgramCache } from './program-cache.ts';
import { Shape } from './shape.ts';
import { ShapeCache } from './shape-cache.ts';

/** Programs hold no values of any request, so that sharing them between requests shows nobody anything. */
const programs = new ProgramCache(500, 1_048_576);
const shapes = new ShapeCache(500, 262_144);

/**
 * Compiles a query (without the leading `$` of contract A3). Throws a QueryError for everything that is wrong whatever the
 * data: syntax, unknown functions, numbers of arguments, arguments that can never fit, length and depth.
 */
export function compile(text: string): Program {
  return programs.get(text) ?? shapes.programFor(text) ?? compileAndKeep(text);
}

function compileAndKeep(text: string): Program {
  const program = compileAnew(ownCopyOf(text));
  programs.add(program);
  shapes.add(program.shape);
  return program;
}

/** As `compile`, without the caches. */
export function compileAnew(text: string): Program {
  const parsed = parse(text);
  return new Program(text, new Shape(text, parsed), parsed.literals);
}
