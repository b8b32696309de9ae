import { typeOfSchema } from './type-of-schema.ts';

type Json = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Json;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Content>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

const notice = '// Made by `npm run generate` from the OpenAPI document. Do not edit.\n';
/** The client sends it by itself. */
const sentByClient = new Set(['x-supportCode']);

/** The SDK's file for one area: its types, and a table of its operations that the client reads at run time. */
export const generateSdk = (document: ApiDocument, prefix: string): string => {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOfSchema(schema)};\n`,
  );
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const types = operations.map(
    ({ operation }) => `  /** ${operation.summary} */\n  ${operation.operationId}: ${describeCall(operation)};\n`,
  );
  const table = operations.map(({ path, method, operation }) => {
    const names = (place: Parameter['in']) =>
      JSON.stringify(parametersIn(operation, place).map((parameter) => parameter.name));
    return `  ${operation.operationId}: { method: '${method}', path: ${JSON.stringify(prefix + path)}, query: ${names('query')}, headers: ${names('header')} },\n`;
  });
  return [
    notice,
    '\n',
    schemas.join('\n'),
    `\nexport interface Operations {\n${types.join('')}}\n`,
    `\nexport const operations = {\n${table.join('')}} as const;\n`,
  ].join('');
};

export const generateSdkIndex = (areas: readonly string[]): string =>
  [
    notice,
    ...areas.map((area) => `export * as ${area} from './${area}.ts';\n`),
    areas.length === 0 ? 'export {};\n' : '',
  ].join('');

const parametersIn = (operation: Operation, place: Parameter['in']): readonly Parameter[] =>
  operation.parameters.filter((parameter) => parameter.in === place && !sentByClient.has(parameter.name));

const describeCall = (operation: Operation): string => {
  const members = (['path', 'query', 'header'] as const).flatMap((place) => {
    const parameters = parametersIn(operation, place);
    if (parameters.length === 0) return [];
    const optional = parameters.every((parameter) => !parameter.required) ? '?' : '';
    const fields = parameters.map(
      (parameter) =>
        `${JSON.stringify(parameter.name)}${parameter.required ? '' : '?'}: ${typeOfSchema(parameter.schema)}`,
    );
    return [`${{ path: 'params', query: 'query', header: 'headers' }[place]}${optional}: { ${fields.join('; ')} }`];
  });
  const body = schemaOf(operation.requestBody);
  if (body !== undefined)
    members.push(`body${operation.requestBody?.required === true ? '' : '?'}: ${typeOfSchema(body)}`);
  return `{ input: { ${members.join('; ')} }; answer: ${describeAnswer(operation)} }`;
};

const describeAnswer = (operation: Operation): string => {
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const types = answers.map(([, answer]) => {
    const schema = schemaOf(answer);
    return schema === undefined ? 'undefined' : typeOfSchema(schema);
  });
  return [...new Set(types)].join(' | ') || 'undefined';
};

const schemaOf = (holder: Content | undefined): Json | undefined => Object.values(holder?.content ?? {})[0]?.schema;
