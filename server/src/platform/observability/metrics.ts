import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FinishedRequest } from '../http/request-log.ts';

export interface PoolNumbers {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export interface JobNumbers {
  readonly queued: number;
  readonly scheduled: number;
  readonly running: number;
  readonly failed: number;
  readonly oldestQueuedSeconds: number;
}

export interface MetricSources {
  readonly pools: Readonly<Record<string, PoolNumbers>>;
  /** Asked on each scrape. */
  readonly jobs: () => Promise<JobNumbers>;
}

export interface Metrics {
  observe(finished: FinishedRequest): void;
  readonly registry: Registry;
}

export const createMetrics = (sources: MetricSources): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['operation', 'method', 'status'] as const;
  const requests = new Counter({
    name: 'portolan_http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'portolan_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['operation', 'method'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  addPoolGauge(registry, sources);
  addJobGauge(registry, sources);
  return {
    registry,
    observe: ({ operation, method, status, seconds }) => {
      requests.inc({ operation, method, status });
      durations.observe({ operation, method }, seconds);
    },
  };
};

const addPoolGauge = (registry: Registry, { pools }: MetricSources): void => {
  new Gauge({
    name: 'portolan_database_connections',
    help: 'Database connections of this process, and requests that wait for one.',
    labelNames: ['pool', 'state'] as const,
    registers: [registry],
    collect() {
      for (const [pool, numbers] of Object.entries(pools)) {
        this.set({ pool, state: 'idle' }, numbers.idleCount);
        this.set({ pool, state: 'busy' }, numbers.totalCount - numbers.idleCount);
        this.set({ pool, state: 'waiting' }, numbers.waitingCount);
      }
    },
  });
};

// Every process sees the same jobs, so their numbers must not be added up.
const sameEverywhere = 'max';

const addJobGauge = (registry: Registry, { jobs }: MetricSources): void => {
  const oldest = new Gauge({
    name: 'portolan_jobs_oldest_queued_seconds',
    help: 'How long the oldest job that could run has been waiting.',
    registers: [registry],
    aggregator: sameEverywhere,
  });
  new Gauge({
    name: 'portolan_jobs',
    help: 'Jobs in the database, by state.',
    labelNames: ['state'] as const,
    registers: [registry],
    aggregator: sameEverywhere,
    async collect() {
      const numbers = await jobs().catch(() => undefined);
      if (numbers === undefined) return;
      const { oldestQueuedSeconds, ...states } = numbers;
      for (const [state, count] of Object.entries(states)) this.set({ state }, count);
      oldest.set(oldestQueuedSeconds);
    },
  });
};
