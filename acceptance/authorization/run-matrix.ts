import { readApiDocument } from '../support/api-document.ts';
import { type Probe, tryProbes, type Violation } from '../support/authorization-matrix.ts';
import type { Portolan } from '../support/start-portolan.ts';
import { allowedTries } from './allowed-tries.ts';
import { type Area, makePrincipals, type Principal } from './principals.ts';
import { describeOperation, type Operation, refusedProbes } from './probes.ts';
import { declaredFor } from './rights.ts';
import { changedTables } from './server-database.ts';
import { buildWorld, type World } from './world.ts';

export interface MatrixPart {
  readonly area: Area;
  readonly prefix: string;
  /** Operations by their ids; all of them where it is absent. */
  readonly only?: RegExp;
}

export const everyPart: readonly MatrixPart[] = [
  { area: 'deployments', prefix: '/deployments/v1' },
  { area: 'services', prefix: '/services/v3' },
  { area: 'portal', prefix: '/portal/v1' },
];

export interface MatrixOptions {
  readonly parts: readonly MatrixPart[];
  /**
   * Every operation as everybody; otherwise callers whose credential is none take turns, a few at each operation, and all
   * others are tried at each.
   */
  readonly thorough: boolean;
  /** Whether what must get through is tried too; a check that is missing shows in what must be refused. */
  readonly withAllowed?: boolean;
}

export interface MatrixResult {
  readonly operations: number;
  readonly principals: number;
  /** Requests that had to be refused, and those that had to get through. */
  readonly refused: number;
  readonly allowed: number;
  readonly violations: readonly Violation[];
}

export interface Matrix {
  readonly world: World;
  readonly principals: readonly Principal[];
}

export const prepareMatrix = async (server: Portolan): Promise<Matrix> => {
  const world = await buildWorld(server);
  return { world, principals: await makePrincipals(world) };
};

/** Tries every operation as every principal on every kind of thing (goal R6). */
export const runMatrix = async ({ world, principals }: Matrix, options: MatrixOptions): Promise<MatrixResult> => {
  const operations = (await Promise.all(options.parts.map((part) => readOperations(world, part)))).flat();
  const violations: Violation[] = judgeDeclarations(operations);
  let refused = 0;
  let before = await world.database.fingerprints();
  for (const [place, operation] of operations.entries()) {
    const callers = chooseCallers(options, operation.area, principals, place);
    const probes: Probe[] = callers.flatMap((principal) => refusedProbes(world, operation, principal));
    refused += probes.length;
    violations.push(...(await tryProbes(world.url, probes)));
    const after = await world.database.fingerprints();
    violations.push(...judgeChanges(operation, changedTables(before, after)));
    before = after;
  }
  const allowing = options.withAllowed === false ? [] : operations;
  const tries = allowing.flatMap((operation) =>
    callersOf(operation.area, principals).flatMap((principal) => allowedTries(world, operation, principal)),
  );
  for (const one of tries.toSorted((first, second) => first.turn - second.turn)) {
    violations.push(...(await tryProbes(world.url, [await one.make()])));
    await one.settle();
  }
  const sum = { operations: operations.length, principals: principals.length, refused, allowed: tries.length };
  return { ...sum, violations };
};

const readOperations = async (world: World, { area, prefix, only = /^/ }: MatrixPart): Promise<Operation[]> =>
  (await readApiDocument(world.url, prefix)).operations
    .filter(({ operationId }) => only.test(operationId))
    .map((operation) => describeOperation(area, prefix, operation));

const callersOf = (area: Area, principals: readonly Principal[]): Principal[] =>
  principals.filter((principal) => principal.areas.includes(area));

const badOnesAtOnce = 4;

const chooseCallers = (
  { thorough }: MatrixOptions,
  area: Area,
  principals: readonly Principal[],
  place: number,
): readonly Principal[] => {
  const callers = callersOf(area, principals);
  if (thorough) return callers;
  const isBad = (principal: Principal) => principal.refusedWith[area] !== undefined;
  const bad = callers.filter(isBad);
  const first = (place * badOnesAtOnce) % bad.length;
  const turn = [...bad, ...bad].slice(first, first + badOnesAtOnce);
  return [...callers.filter((principal) => !isBad(principal)), ...turn];
};

/** What is refused changes nothing. */
const judgeChanges = ({ area, operation, rules }: Operation, tables: readonly string[]): Violation[] => {
  const changed = tables.filter((name) => rules.leaves?.includes(name) !== true);
  if (changed.length === 0) return [];
  const name = `${area} ${operation.operationId}`;
  const problem = `changed ${changed.join(', ')}`;
  return [{ operation: name, principal: 'somebody who was refused', about: 'afterwards', problem }];
};

/** What routes say of themselves is what the contract says. */
const judgeDeclarations = (operations: readonly Operation[]): Violation[] =>
  operations.flatMap(({ area, operation, needs }) => {
    const [declared, due] = [operation.rule, declaredFor(needs)];
    const same = (one: readonly string[], two: readonly string[]) => one.toSorted().join() === two.toSorted().join();
    if (same(declared.principals, due.principals) && declared.relation === due.relation) return [];
    const problem = `declares ${JSON.stringify(declared)} and not ${JSON.stringify(due)}`;
    return [{ operation: `${area} ${operation.operationId}`, principal: 'the route', about: 'x-rule', problem }];
  });
