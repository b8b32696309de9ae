import cluster, { type Worker } from 'node:cluster';
import type pg from 'pg';
import { AggregatorRegistry, type RegistryContentType } from 'prom-client';
import type { Config } from '../config.ts';
import { type WorkerMessage, workerConnectionVariable } from '../platform/observability/worker-message.ts';
import type { RunningServer } from './serve.ts';

/** A worker that keeps dying this soon after its start would only burn time: then the whole server gives up. */
const soon = 10_000;
const mostEarlyDeaths = 5;

/** Several server processes on one port. A worker that dies is replaced. */
export const superviseWorkers = async (config: Config, connection: pg.ClientConfig): Promise<RunningServer> => {
  let stopping = false;
  let earlyDeaths = 0;
  let giveUp: (sentence: string) => void = () => undefined;
  const failed = new Promise<string>((resolve) => {
    giveUp = resolve;
  });
  const aggregator = new AggregatorRegistry();

  const fork = (): Promise<string> => {
    const born = Date.now();
    const worker = cluster.fork({ [workerConnectionVariable]: JSON.stringify(connection) });
    return new Promise((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'ready') resolve(message.address);
        if (message.kind === 'metrics?') void answerMetrics(aggregator, worker, message.id);
      });
      worker.on('exit', (code) => {
        reject(new Error(`A server process ended with code ${code} before it was ready.`));
        if (stopping) return;
        if (Date.now() - born < soon) earlyDeaths += 1;
        if (earlyDeaths > mostEarlyDeaths) giveUp('Server processes keep ending right after their start');
        else fork().catch(() => undefined);
      });
    });
  };

  const [address = ''] = await Promise.all(Array.from({ length: config.workers }, fork));
  return {
    address,
    failed,
    stop: async () => {
      stopping = true;
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      const codes = await Promise.all(workers.map(stopWorker));
      return codes.every((code) => code === 0);
    },
  };
};

const stopWorker = (worker: Worker): Promise<number> =>
  new Promise((resolve) => {
    worker.on('exit', resolve);
    worker.process.kill('SIGTERM');
  });

const answerMetrics = async (
  aggregator: AggregatorRegistry<RegistryContentType>,
  worker: Worker,
  id: number,
): Promise<void> => {
  const text = await aggregator.clusterMetrics().catch(() => '');
  if (worker.isConnected()) worker.send({ kind: 'metrics', id, text } satisfies WorkerMessage);
};
