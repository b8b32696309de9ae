import { describe, expect, test } from 'vitest';
import { compileCheck } from '../server/src/platform/http/wire/compile-check.ts';
import { compileJsonWriter } from '../server/src/platform/http/wire/compile-json-writer.ts';
import { compileXmlWriter } from '../server/src/platform/http/wire/compile-xml-writer.ts';
import { allResponseSchemas, type ResponseSchemas } from '../server/src/platform/http/wire/response-schema.ts';
import { describeAreas } from './generate-api-outputs.ts';

// The server makes code from a schema when a request first needs it; a schema that cannot be compiled must not wait for that.
describe.each(describeAreas().map((area) => ({ area, name: area.name })))('$name', ({ area }) => {
  test.each(area.routes.map((route) => ({ route, name: route.operationId })))('$name', ({ route }) => {
    const asked = [route.params, route.query, route.headers, route.body].filter((schema) => schema !== undefined);
    for (const schema of asked) expect(compileCheck(schema)(undefined)).toBeInstanceOf(Array);
    const answers = Object.fromEntries(
      Object.entries(route.answers).flatMap(([status, { schema }]) => (schema === undefined ? [] : [[status, schema]])),
    ) as ResponseSchemas;
    for (const schema of allResponseSchemas(answers)) {
      expect(compileJsonWriter(schema)).toBeTypeOf('function');
      if (area.name === 'directory') expect(compileXmlWriter(schema)).toBeTypeOf('function');
    }
  });
});
