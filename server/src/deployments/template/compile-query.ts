import { checkProgram, compile, evaluate, type JsonValue, type Program, QueryError } from '../query/index.ts';
import type { Findings, Path } from './problem.ts';
import type { Scope } from './scope.ts';

/** Where a query stands, and what it may do there. */
export interface QueryPlace {
  readonly path: Path;
  readonly resource: string | null;
  /** Set where resources cannot be read: before anything is provisioned (contract A2). The words of the refusal. */
  readonly refuseResources?: { readonly code: string; readonly message: string };
  /** False wherever the value is stored or shown. */
  readonly mayReadSecrets: boolean;
  /** Variables that are defined further down. */
  readonly laterVariables?: ReadonlyMap<string, JsonValue>;
}

export type CompiledQuery =
  | { readonly kind: 'literal'; readonly result: JsonValue; readonly isSecret: boolean }
  | { readonly kind: 'query'; readonly program: Program }
  | { readonly kind: 'broken' };

const broken: CompiledQuery = { kind: 'broken' };
const nothingProvisioned = { resources: [] };

/** Compiles a query (without its `$`), finds everything that is wrong with it (contract A7), and runs what it can. */
export function compileQuery(text: string, place: QueryPlace, scope: Scope, findings: Findings): CompiledQuery {
  const program = compileOrTell(text, place, findings);
  if (program === undefined) return broken;
  const usesBroken = scope.isBroken(program);
  const problems = checkProgram(program, scope).filter(({ code }) => !usesBroken || code.startsWith('query.unknown-'));
  tellAll(problems, program, place, scope, findings);
  const mayRun = refuseForbidden(program, place, scope, findings);
  if (problems.length > 0 || !mayRun || usesBroken) return broken;
  if (program.names.resources) return { kind: 'query', program };
  try {
    return { kind: 'literal', result: evaluate(program, nothingProvisioned, scope), isSecret: scope.isSecret(program) };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    findings.add(toFinding(error, place));
    return broken;
  }
}

function compileOrTell(text: string, place: QueryPlace, findings: Findings): Program | undefined {
  try {
    return compile(text);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    findings.add(toFinding(error, place));
    return undefined;
  }
}

function tellAll(
  problems: readonly QueryError[],
  program: Program,
  place: QueryPlace,
  scope: Scope,
  findings: Findings,
): void {
  const later = place.laterVariables ?? new Map();
  const trulyUnknown =
    later.size === 0 || !problems.some(({ code }) => code === 'query.unknown-variable')
      ? undefined
      : new Set(
          checkProgram(program, { ...scope, variables: new Map([...later, ...scope.variables]) })
            .filter(({ code }) => code === 'query.unknown-variable')
            .map(({ offset }) => offset),
        );
  for (const problem of problems) {
    const isLater =
      problem.code === 'query.unknown-variable' && trulyUnknown !== undefined && !trulyUnknown.has(problem.offset);
    findings.add(isLater ? { ...toFinding(problem, place), ...forwardVariable } : toFinding(problem, place));
  }
}

const forwardVariable = {
  code: 'variable.forward-reference',
  message: 'The variable is defined further down; a variable may use earlier ones only.',
};

function refuseForbidden(program: Program, place: QueryPlace, scope: Scope, findings: Findings): boolean {
  const { path, resource } = place;
  const add = (code: string, message: string) =>
    findings.add({ code, message, file: 'template', path, resource, character: 1 });
  if (program.names.resources && place.refuseResources !== undefined) {
    add(place.refuseResources.code, place.refuseResources.message);
    return false;
  }
  if (scope.isSecret(program) && !place.mayReadSecrets) {
    add('secret.misplaced', 'A secret parameter must not be used here: the value would be stored or shown.');
    return false;
  }
  return true;
}

/** The place of a query's mistake is exact to the character: one more for the `$`. */
export function toFinding(error: QueryError, { path, resource }: Pick<QueryPlace, 'path' | 'resource'>) {
  const { code, message, offset, excerpt } = error;
  return { code, message, file: 'template' as const, path, resource, character: offset + 1, excerpt };
}
