import { Type } from 'typebox';
import { anyone } from '../../platform/authorization/rule.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { queryLimits } from '../query/index.ts';
import type { ResourceTypes } from '../resource-types/resource-types.ts';
import { parametersSchema } from '../schemas/parameters-schema.ts';
import { templateSchema } from '../schemas/template-schema.ts';
import { templateLimits } from '../template/template-limits.ts';

export interface SchemaDeps {
  readonly types: ResourceTypes;
  /** The address that the schemas carry. */
  readonly publicUrl: string;
}

const document = Type.Unknown({ description: 'A JSON Schema (draft-07).' });

/** What editors complete and check by: `"$schema"` of a template names the first address. */
export const schemaRoutes = ({ types, publicUrl }: SchemaDeps): readonly AnyRoute[] => {
  const addressOf = (name: string) => `${publicUrl}/deployments/v1/schemas/${name}.json`;
  const schemas = {
    template: JSON.stringify(templateSchema(addressOf('template'), types)),
    parameters: JSON.stringify(parametersSchema(addressOf('parameters'))),
  };
  const schemaRoute = (name: keyof typeof schemas, operationId: string, summary: string) =>
    defineRoute({
      method: 'GET',
      path: `/schemas/${name}.json`,
      operationId,
      tag: 'Reference',
      summary,
      rule: anyone('editors ask without a token'),
      answers: { 200: { description: 'The schema.', schema: document, mediaTypes: ['application/schema+json'] } },
      handler: async ({ reply }) =>
        await reply
          .type('application/schema+json; charset=utf-8')
          .headers({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' })
          .serializer(String)
          .send(schemas[name]),
    });
  return [
    schemaRoute('template', 'readTemplateSchema', 'JSON Schema of template files'),
    schemaRoute('parameters', 'readParametersSchema', 'JSON Schema of parameter files'),
    defineRoute({
      method: 'GET',
      path: '/limits',
      operationId: 'readLimits',
      tag: 'Reference',
      summary: 'What a submission may be at most',
      rule: anyone('limits are no secret'),
      answers: {
        200: {
          description: 'The limits.',
          schema: Type.Object({ template: Type.Unknown(), query: Type.Unknown() }, { title: 'Limits' }),
        },
      },
      handler: async () => ({ template: templateLimits, query: queryLimits }),
    }),
  ];
};
