import type { ApiDocument, ApiOperation } from './api-document.ts';

/** How a caller stands to the thing that a request names (goal R6). */
export const relations = ['own', 'notGranted', 'otherTenant', 'missing'] as const;
export type Relation = (typeof relations)[number];

export interface Principal {
  readonly name: string;
  /** The kind that rules speak of; undefined for callers that no rule lets in (no credentials, revoked ones, ...). */
  readonly kind: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export interface MatrixOptions {
  readonly url: string;
  readonly document: ApiDocument;
  readonly principals: readonly Principal[];
  /** The path, query and body of an operation for a caller who stands to its object in the given way. */
  readonly requestFor: (
    operation: ApiOperation,
    relation: Relation,
    principal: Principal,
  ) => { path: string; headers?: Record<string, string>; body?: unknown } | undefined;
  readonly skip?: (operation: ApiOperation) => boolean;
}

export interface MatrixViolation {
  readonly operation: string;
  readonly principal: string;
  readonly relation: Relation;
  readonly status: number;
  readonly problem: string;
}

/** Bodies may differ in their support codes and in nothing else. */
const comparable = (text: string, supportCode: string | null): string =>
  supportCode === null ? text : text.replaceAll(supportCode, '');

/**
 * Tries every operation as every principal on every kind of object, and reports where the rule that the route declares
 * is not what happens: somebody without the right gets in, or an answer tells a foreign thing from one that does not exist.
 */
export const tryMatrix = async (options: MatrixOptions): Promise<{ tried: number; violations: MatrixViolation[] }> => {
  const violations: MatrixViolation[] = [];
  let tried = 0;
  for (const operation of options.document.operations) {
    if (options.skip?.(operation) === true || operation.rule.principals.length === 0) continue;
    for (const principal of options.principals) {
      const allowed = principal.kind !== undefined && operation.rule.principals.includes(principal.kind);
      const answers = new Map<Relation, { status: number; text: string }>();
      for (const relation of relations) {
        const request = options.requestFor(operation, relation, principal);
        if (request === undefined) continue;
        tried += 1;
        const answer = await send(options.url, operation, principal, request);
        answers.set(relation, answer);
        const problem = judge(operation, allowed, relation, answer.status);
        if (problem !== undefined) {
          violations.push({
            operation: operation.operationId,
            principal: principal.name,
            relation,
            status: answer.status,
            problem,
          });
        }
      }
      const [foreign, missing] = [answers.get('otherTenant'), answers.get('missing')];
      if (
        foreign !== undefined &&
        missing !== undefined &&
        (foreign.status !== missing.status || foreign.text !== missing.text)
      ) {
        const problem = `a foreign thing is told from a missing one: ${foreign.status} ${foreign.text.slice(0, 120)} / ${missing.status} ${missing.text.slice(0, 120)}`;
        violations.push({
          operation: operation.operationId,
          principal: principal.name,
          relation: 'otherTenant',
          status: foreign.status,
          problem,
        });
      }
    }
  }
  return { tried, violations };
};

const send = async (
  url: string,
  operation: ApiOperation,
  principal: Principal,
  request: { path: string; headers?: Record<string, string>; body?: unknown },
) => {
  const answer = await fetch(url + request.path, {
    method: operation.method,
    redirect: 'manual',
    headers: {
      ...principal.headers,
      ...request.headers,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  return { status: answer.status, text: comparable(await answer.text(), answer.headers.get('x-supportcode')) };
};

const judge = (operation: ApiOperation, allowed: boolean, relation: Relation, status: number): string | undefined => {
  if (status >= 500) return 'failed';
  const refused = status === 401 || status === 403 || status === 404;
  if (!allowed && !refused) return 'let somebody in whom the rule does not name';
  if (allowed && operation.rule.relation !== 'none' && relation !== 'own' && !refused)
    return 'let somebody reach what is not theirs';
  return undefined;
};
