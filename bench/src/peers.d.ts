// What the benchmarks use of the peers. Written down here so that the types can be checked where bench is not installed.

declare module 'jmespath' {
  export function search(data: unknown, query: string): unknown;
}

declare module '@jmespath-community/jmespath' {
  export function search(data: unknown, query: string): unknown;
  export function compile(query: string): unknown;
  export const TreeInterpreter: { search(query: unknown, data: unknown): unknown };
}

declare module '@metrichor/jmespath' {
  export function search(data: unknown, query: string): unknown;
  export function compile(query: string): unknown;
  export const TreeInterpreter: { search(query: unknown, data: unknown): unknown };
}

declare module '@aws-lambda-powertools/jmespath' {
  export function search(query: string, data: unknown): unknown;
}
