import { createServer } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { openTracing } from './open-tracing.ts';

afterEach(() => vi.unstubAllEnvs());

const request = {
  id: 'code 1',
  headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  routeOptions: { url: '/my/profile' },
} as never;

test('a finished request reaches the collector as a span of the caller', async () => {
  const received = Promise.withResolvers<string>();
  const collector = createServer((incoming, answer) => {
    let text = '';
    incoming.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    incoming.on('end', () => {
      received.resolve(`${incoming.url} ${text}`);
      answer.end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as { port: number }).port}`;
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint);
  vi.stubEnv('OTEL_SERVICE_NAME', 'my portolan');

  const tracing = await openTracing(process.env, '1.0.0');
  tracing?.observe({ operation: 'getMyProfile', method: 'GET', status: 500, seconds: 0.25 }, request);
  await tracing?.close();
  const text = await received.promise;
  collector.close();

  expect(text).toContain('/v1/traces');
  const [{ resource, scopeSpans }] = JSON.parse(text.slice(text.indexOf('{'))).resourceSpans;
  expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'my portolan' } });
  const [span] = scopeSpans[0].spans;
  expect(span).toMatchObject({
    name: 'getMyProfile',
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentSpanId: 'b7ad6b7169203331',
    status: { code: 2 },
  });
  expect(span.attributes).toContainEqual({ key: 'portolan.support_code', value: { stringValue: 'code 1' } });
});

test.each([
  ['no endpoint is set', {}],
  ['the SDK is disabled', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost', OTEL_SDK_DISABLED: 'true' }],
  ['traces go nowhere', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost', OTEL_TRACES_EXPORTER: 'none' }],
])('nothing is loaded when %s', async (_, environment) => {
  expect(await openTracing(environment, '1.0.0')).toBeUndefined();
});
