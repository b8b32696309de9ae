export type Json = Readonly<Record<string, unknown>>;

export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Json;
}

export interface ApiOperation {
  readonly method: string;
  /** With `{name}` for parameters, and the area's prefix in front. */
  readonly path: string;
  readonly operationId: string;
  readonly parameters: readonly ApiParameter[];
  readonly body: Json | undefined;
  readonly rule: { readonly principals: readonly string[]; readonly relation: string };
  readonly statuses: readonly string[];
  /** The schema of the body that goes with a status, where there is one. */
  readonly answers: Readonly<Record<string, Json>>;
}

export interface ApiDocument {
  readonly operations: readonly ApiOperation[];
  /** Follows a `$ref`, and gives anything else back as it is. */
  readonly resolve: (schema: Json) => Json;
}

type Content = Readonly<Record<string, { readonly schema: Json }>>;

interface RawOperation {
  readonly operationId: string;
  readonly parameters: readonly ApiParameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-rule': ApiOperation['rule'];
}

interface RawDocument {
  readonly servers: readonly [{ readonly url: string }];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

/** Reads what a running server says about one of its areas, such as `/portal/v1`. */
export const readApiDocument = async (url: string, prefix: string): Promise<ApiDocument> => {
  const answer = await fetch(`${url}${prefix}/openapi.json`);
  if (answer.status !== 200) throw new Error(`${prefix} has no OpenAPI document: ${answer.status}`);
  const document = (await answer.json()) as RawDocument;
  return {
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: document.servers[0].url + path,
        operationId: operation.operationId,
        parameters: operation.parameters,
        body: Object.values(operation.requestBody?.content ?? {})[0]?.schema,
        rule: operation['x-rule'],
        statuses: Object.keys(operation.responses),
        answers: Object.fromEntries(
          Object.entries(operation.responses).flatMap(([status, { content = {} }]) => {
            const schema = Object.values(content)[0]?.schema;
            return schema === undefined ? [] : [[status, schema] as const];
          }),
        ),
      })),
    ),
    resolve: (schema) => {
      const { $ref } = schema;
      return typeof $ref === 'string' ? (document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
    },
  };
};
