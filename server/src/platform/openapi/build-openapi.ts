import { type TSchema, Type } from 'typebox';
import type { Area } from '../http/area.ts';
import type { Answer, AnyRoute } from '../http/route.ts';
import { supportCodeHeader } from '../http/support-code.ts';
import { createComponents } from './components.ts';

type Json = Readonly<Record<string, unknown>>;

const wireMediaTypes = ['application/json', 'text/json', 'application/xml', 'text/xml'] as const;

/** The OpenAPI 3.1 document of an area. Paths appear exactly as the specification writes them, parentheses too. */
export const buildOpenApi = (area: Area, version: string): Json => {
  const components = createComponents();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of area.routes) {
    const path = route.path.replace('*}', '}');
    const operations = paths[path] ?? {};
    paths[path] = operations;
    operations[route.method.toLowerCase()] = describeOperation(area, route, components.reference);
  }
  return {
    openapi: '3.1.0',
    info: { title: area.title, description: area.description, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: area.prefixes[0] }],
    tags: [...new Set(area.routes.map((route) => route.tag))].map((name) => ({
      name,
      ...(area.groups?.[name] === undefined ? {} : { description: area.groups[name] }),
    })),
    paths,
    components: {
      schemas: components.schemas(),
      securitySchemes: area.security.schemes,
      headers: {
        SupportCode: { description: 'Correlation token for log look-up.', schema: { type: 'string' } },
      },
    },
  };
};

type Reference = (schema: TSchema) => Json;

const describeOperation = (area: Area, route: AnyRoute, reference: Reference): Json => ({
  operationId: route.operationId,
  tags: [route.tag],
  summary: route.summary,
  description: [route.description, `Open to ${route.rule.name}.`].filter((part) => part !== undefined).join('\n\n'),
  ...(route.deprecated === true ? { deprecated: true } : {}),
  // Read by the authorization matrix: who may pass, and how they must stand to the object of the path.
  'x-rule': { principals: route.rule.principals, relation: route.rule.relation },
  security: route.rule.principals.length === 0 ? [] : area.security.alternatives.map((names) => Object.fromEntries(names.map((name) => [name, []]))),
  parameters: [
    ...describeParameters('path', route.params, reference),
    ...describeParameters('query', route.query, reference),
    ...describeParameters('header', route.headers, reference),
    { name: supportCodeHeader, in: 'header', required: false, description: 'Correlation token of the caller.', schema: { type: 'string' } },
  ],
  ...describeBody(area, route, reference),
  responses: describeAnswers(area, route, reference),
});

/** Bytes that are no JSON, such as a picture, in the way that generators of clients understand. */
const bytes: Json = { type: 'string', format: 'binary' };

const describeBody = (area: Area, route: AnyRoute, reference: Reference): Json => {
  const { body, bodyMediaTypes, bodyLimit } = route;
  if (body === undefined && bodyMediaTypes === undefined) return {};
  const requestBody =
    body === undefined
      ? { required: true, content: contentOf(bodyMediaTypes ?? [], bytes) }
      : { required: !acceptsNothing(body), content: contentOf(bodyMediaTypes ?? mediaTypesOf(area), reference(body)) };
  const description = bodyLimit === undefined ? {} : { description: `At most ${bodyLimit.toLocaleString('en')} bytes.` };
  return { requestBody: { ...description, ...requestBody } };
};

/** No body, and JSON null, mean no options (contract B5). */
const acceptsNothing = (schema: TSchema): boolean => {
  if (Type.IsOptional(schema)) return true;
  const { anyOf } = schema as { anyOf?: readonly { type?: string }[] };
  return anyOf?.some((option) => option.type === 'null') ?? false;
};

const mediaTypesOf = (area: Area): readonly string[] =>
  area.errorForm.mediaType === undefined ? wireMediaTypes : ['application/json'];

const contentOf = (mediaTypes: readonly string[], schema: Json): Json =>
  Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));

const describeParameters = (place: 'path' | 'query' | 'header', schema: AnyRoute['params'], reference: Reference): Json[] => {
  const required = new Set<string>(schema?.required ?? []);
  return Object.entries<TSchema>(schema?.properties ?? {}).map(([name, entry]) => {
    const { description, deprecated } = entry as { description?: string; deprecated?: boolean };
    return {
      name,
      in: place,
      required: place === 'path' || required.has(name),
      ...(description === undefined ? {} : { description }),
      ...(deprecated === true ? { deprecated } : {}),
      schema: reference(entry),
    };
  });
};

const describeAnswers = (area: Area, route: AnyRoute, reference: Reference): Json => {
  const offered = route.offers?.map((offer) => offer.mediaType);
  const answers: Record<string, Json> = {};
  for (const [status, answer] of Object.entries(route.answers)) answers[status] = describeAnswer(area, answer, reference, offered);
  answers.default = describeAnswer(
    area,
    { description: 'An error.', schema: area.errorForm.schemaOf(500), ...errorMediaTypes(area) },
    reference,
  );
  return answers;
};

const errorMediaTypes = (area: Area): Pick<Answer, 'mediaTypes'> =>
  area.errorForm.mediaType === undefined ? {} : { mediaTypes: [area.errorForm.mediaType.split(';')[0] ?? ''] };

const describeAnswer = (
  area: Area,
  answer: Answer,
  reference: Reference,
  offered?: readonly string[],
): Json => ({
  description: answer.description,
  headers: {
    [supportCodeHeader]: { $ref: '#/components/headers/SupportCode' },
    ...Object.fromEntries(
      Object.entries(answer.headers ?? {}).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
    ),
  },
  ...(answer.schema === undefined && answer.mediaTypes === undefined
    ? {}
    : {
        content: contentOf(
          answer.mediaTypes ?? offered ?? mediaTypesOf(area),
          answer.schema === undefined ? bytes : reference(answer.schema),
        ),
      }),
});
