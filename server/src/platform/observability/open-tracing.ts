import type { FastifyRequest } from 'fastify';
import type { FinishedRequest } from '../http/request-log.ts';

export interface Tracing {
  /** Writes down a request as a span, a child of the caller's where the caller said so (W3C traceparent). */
  observe(finished: FinishedRequest, request: FastifyRequest): void;
  /** Sends what has not been sent yet. */
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const isWanted = (environment: Environment): boolean => {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = environment;
  if (disabled?.toLowerCase() === 'true' || exporter === 'none') return false;
  return Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT ?? environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
};

/**
 * Traces by the usual OTEL_* variables, which the OpenTelemetry packages read themselves (endpoint, headers, sampler,
 * batch sizes). Without an endpoint nothing is loaded.
 */
export const openTracing = async (environment: Environment, version: string): Promise<Tracing | undefined> => {
  if (!isWanted(environment)) return undefined;
  const { context, propagation, SpanKind, SpanStatusCode, ROOT_CONTEXT } = await import('@opentelemetry/api');
  const { BasicTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-base');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await import(
    '@opentelemetry/resources'
  );
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core');

  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'portolan', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('portolan', version);

  return {
    observe: (finished, request) => {
      const end = Date.now();
      const parent = propagation.extract(ROOT_CONTEXT, request.headers);
      const span = context.with(parent, () =>
        tracer.startSpan(
          finished.operation,
          {
            kind: SpanKind.SERVER,
            startTime: end - finished.seconds * 1000,
            attributes: {
              'http.request.method': finished.method,
              'http.route': request.routeOptions.url ?? 'unknown',
              'http.response.status_code': finished.status,
              'portolan.support_code': request.id,
            },
          },
          parent,
        ),
      );
      if (finished.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },
    close: async () => await provider.shutdown(),
  };
};
