import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { ConstraintRules } from '../src/platform/database/index.ts';
import { createHttpApp } from '../src/platform/http/create-http-app.ts';
import { createDrain } from '../src/platform/http/drain.ts';
import { createRateLimiter } from '../src/platform/http/rate-limit.ts';
import type { Logger } from '../src/platform/observability/create-logger.ts';

/** The HTTP side as the product has it, without limits, and silent. */
export const createTestHttpApp = (publicUrl: string, constraintRules: ConstraintRules = {}): FastifyInstance =>
  createHttpApp({
    logger: pino({ level: 'silent' }) as Logger,
    publicUrl,
    corsOrigins: [],
    trustedProxies: [],
    addressLimiter: createRateLimiter('address', 0, () => 0),
    constraintRules,
    drain: createDrain(),
    observe: () => undefined,
  });
