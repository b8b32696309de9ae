import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors/app-error.ts';

const windowSeconds = 60;
/** Far more than a process sees in a minute; beyond it the oldest are forgotten rather than the memory used up. */
const mostRemembered = 200_000;

export interface Allowance {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the next request is allowed, or until the allowance is full again. */
  readonly resetAfter: number;
}

export interface RateLimiter {
  readonly name: string;
  /** Requests per minute; 0 means that there is no limit. */
  readonly limit: number;
  take(key: string): Allowance;
}

/** Each key has a bucket that holds a minute's worth of requests and refills evenly. */
export const createRateLimiter = (name: string, limit: number, now: () => number): RateLimiter => {
  const buckets = new Map<string, { level: number; at: number }>();
  const perMillisecond = limit / (windowSeconds * 1000);

  const take = (key: string): Allowance => {
    const time = now();
    const bucket = buckets.get(key) ?? { level: limit, at: time };
    const level = Math.min(limit, bucket.level + (time - bucket.at) * perMillisecond);
    const allowed = level >= 1;
    const left = allowed ? level - 1 : level;
    // Deleting first keeps the map in order of last use.
    buckets.delete(key);
    buckets.set(key, { level: left, at: time });
    if (buckets.size > mostRemembered) {
      const [oldest] = buckets.keys();
      if (oldest !== undefined) buckets.delete(oldest);
    }
    const missing = allowed ? limit - left : 1 - left;
    return { allowed, remaining: Math.floor(left), resetAfter: Math.ceil(missing / perMillisecond / 1000) };
  };

  return { name, limit, take };
};

/** Counts a request against a key; refuses it with 429 when the allowance is used up. */
export const countRequest = (limiter: RateLimiter, key: string, reply: FastifyReply): void => {
  if (limiter.limit === 0) return;
  const allowance = limiter.take(key);
  reply.header('ratelimit-policy', `"${limiter.name}";q=${limiter.limit};w=${windowSeconds}`);
  reply.header('ratelimit', `"${limiter.name}";r=${allowance.remaining};t=${allowance.resetAfter}`);
  if (allowance.allowed) return;
  throw new AppError(
    'tooManyRequests',
    'request.too-many',
    `More than ${limiter.limit} requests a minute. Slow down and try again.`,
    {
      headers: { 'retry-after': String(allowance.resetAfter) },
    },
  );
};

const alwaysServed = new Set(['/livez', '/readyz', '/metrics']);

export const addRateLimit = (app: FastifyInstance, limiter: RateLimiter): void => {
  if (limiter.limit === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    if (alwaysServed.has(request.routeOptions.url ?? '')) return;
    countRequest(limiter, request.ip, reply);
  });
};
