import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import { AggregatorRegistry } from 'prom-client';
import type { WorkerMessage } from './worker-message.ts';

const waitAtMost = 3_000;

/** The text of /metrics: of this process alone, or of all workers added up by their supervisor. */
export const createMetricsReader = (registry: Registry): (() => Promise<string>) => {
  if (!cluster.isWorker) return async () => await registry.metrics();
  // Making one is what lets this process answer when the supervisor collects.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries([registry]);
  const waiting = new Map<number, (text: string) => void>();
  let last = 0;
  process.on('message', (message: WorkerMessage) => {
    if (message.kind === 'metrics') waiting.get(message.id)?.(message.text);
  });
  return async () => {
    last += 1;
    const id = last;
    const answered = new Promise<string>((resolve) => {
      waiting.set(id, resolve);
      setTimeout(() => resolve(''), waitAtMost).unref();
    });
    process.send?.({ kind: 'metrics?', id } satisfies WorkerMessage);
    const text = await answered;
    waiting.delete(id);
    return text === '' ? await registry.metrics() : text;
  };
};
