import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Rule } from '../authorization/rule.ts';
import type { ConstraintRules } from '../database/index.ts';
import { AppError } from '../errors/app-error.ts';
import type { Logger } from '../observability/create-logger.ts';
import type { Network } from '../settings/readers.ts';
import { answerClientError } from './answer-client-error.ts';
import { addBodyDeadline, bodyDeadline } from './body-deadline.ts';
import { addCors } from './cors.ts';
import type { Drain } from './drain.ts';
import { addKnownMethods, routerOptions } from './known-methods.ts';
import { problemForm } from './problem-form.ts';
import { addRateLimit, type RateLimiter } from './rate-limit.ts';
import { addRequestLog, type RequestObserver } from './request-log.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { setErrorForm } from './set-error-form.ts';
import { chooseSupportCode, supportCodeHeader } from './support-code.ts';
import { schemaCompilers } from './wire/schema-compilers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    rule?: Rule;
    streamsBody?: boolean;
    /** Pages for people: they get a Content-Security-Policy of their own. */
    isPage?: boolean;
  }
  interface FastifySchema {
    operationId?: string;
  }
  interface FastifyRequest {
    /** Who called, for the log: a kind and an id, never a secret. */
    caller: string | null;
  }
}

export interface HttpAppOptions {
  readonly logger: Logger;
  readonly publicUrl: string;
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: readonly Network[];
  readonly addressLimiter: RateLimiter;
  readonly constraintRules: ConstraintRules;
  readonly drain: Drain;
  readonly observe: RequestObserver;
  /** Milliseconds for a body to arrive. */
  readonly bodyDeadline?: number;
}

export const longestAddress = 8_192;
const defaultBodyLimit = 1024 * 1024;

/** The HTTP side of the platform without any area: what every response of every kind has in common. */
export const createHttpApp = (options: HttpAppOptions): FastifyInstance => {
  const app = Fastify({
    ...schemaCompilers,
    loggerInstance: options.logger as FastifyBaseLogger,
    // Our own line per request says more in less; see request-log.ts.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'supportCode' }),
    genReqId: (request) => chooseSupportCode(request.headers[supportCodeHeader.toLowerCase()]),
    routerOptions: {
      ...routerOptions,
      // A path that cannot be decoded is answered before any hook runs.
      onBadUrl: (_path, request, response) => answerBadUrl(request, response),
    },
    bodyLimit: defaultBodyLimit,
    trustProxy:
      options.trustedProxies.length === 0
        ? false
        : options.trustedProxies.map((network) => `${network.address}/${network.prefix}`),
    // A slow header is ended here, a slow body by the body deadline; the total time of an upload has no limit.
    http: { headersTimeout: 10_000, requestTimeout: 0, connectionsCheckingInterval: 1_000, maxHeaderSize: 32_768 },
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    requestTimeout: 0,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
  });
  // Node would refuse an `Expect` that it does not know before anybody hears of the request. Nothing depends on one here.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  addKnownMethods(app);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header(supportCodeHeader, request.id);
    if (request.raw.url !== undefined && request.raw.url.length > longestAddress) {
      throw new AppError('addressTooLong', 'url.too-long', `The address is longer than ${longestAddress} characters.`);
    }
  });
  addRequestLog(app, options.observe);
  addSecurityHeaders(app, options.publicUrl);
  addCors(app, options.corsOrigins);
  addRateLimit(app, options.addressLimiter);
  options.drain.watch(app);
  addBodyDeadline(app, options.bodyDeadline ?? bodyDeadline);
  requireRules(app);
  setErrorForm(app, problemForm, options.constraintRules);
  return app;
};

const answerBadUrl = (request: IncomingMessage, response: ServerResponse): void => {
  const supportCode = chooseSupportCode(request.headers[supportCodeHeader.toLowerCase()]);
  const error = new AppError('invalid', 'url.malformed', 'The address is not a valid URL path.');
  response.writeHead(400, { [supportCodeHeader]: supportCode, 'content-type': problemForm.mediaType });
  response.end(JSON.stringify(problemForm.render(error, { supportCode, status: 400 })));
};

/** A route that does not say who may use it stops the start; one that does is enforced before its body is read. */
const requireRules = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    const rule = route.config?.rule;
    if (rule === undefined)
      throw new Error(`The route ${String(route.method)} ${route.url} does not say who may use it.`);
    const before = route.onRequest === undefined ? [] : [route.onRequest].flat();
    route.onRequest = [async (request, reply) => await rule.enforce(request, reply), ...before];
  });
};
