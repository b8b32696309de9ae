import type { Database } from '../../platform/database/index.ts';
import { type HealthDependency, selectDependencies, selectInstallation } from './dependency-store.ts';
import { type PlatformProbeDeps, platformProbes } from './platform-probes.ts';
import type { Check } from './probe.ts';
import { probeDependency } from './probe-dependency.ts';
import { probeDeadline, runProbe } from './run-probe.ts';

export interface HealthReading {
  readonly checks: readonly Check[];
  /** The id of this installation; undefined until the database has answered once. */
  readonly installationId: string | undefined;
}

export interface HealthReaderDeps extends PlatformProbeDeps {
  readonly now: () => Date;
}

/** Milliseconds for which a reading stands for the next callers (contract B16). */
const cachedFor = 2_000;
/** The list of dependencies is read first; the time left for the probes themselves keeps the whole below five seconds. */
const listDeadline = 1_500;

const readers = new WeakMap<HealthReaderDeps, () => Promise<HealthReading>>();

/** One reader for all operations of an area: they share its readings. */
export const healthReaderOf = (deps: HealthReaderDeps): (() => Promise<HealthReading>) => {
  const reader = readers.get(deps) ?? createHealthReader(deps);
  readers.set(deps, reader);
  return reader;
};

/** Reads the health of everything at once. Callers that come within two seconds share one reading. */
export const createHealthReader = (deps: HealthReaderDeps): (() => Promise<HealthReading>) => {
  let latest: { readonly since: number; readonly reading: Promise<HealthReading> } | undefined;
  const memory: Memory = { installationId: undefined, dependencies: [] };
  return async () => {
    const since = performance.now();
    if (latest === undefined || since - latest.since >= cachedFor) {
      latest = { since, reading: readHealth(deps, memory) };
    }
    return await latest.reading;
  };
};

/** What the database said last; good enough while it says nothing. */
interface Memory {
  installationId: string | undefined;
  dependencies: readonly HealthDependency[];
}

const readHealth = async (deps: HealthReaderDeps, memory: Memory): Promise<HealthReading> => {
  const platform = platformProbes(deps).map((probe) => runProbe(probe, deps.now));
  await refresh(deps.database, memory);
  const registered = memory.dependencies.map((dependency) =>
    runProbe(probeDependency(dependency), deps.now, probeDeadline),
  );
  const checks = await Promise.all([...platform, ...registered]);
  return { checks, installationId: memory.installationId };
};

const refresh = async (database: Database, memory: Memory): Promise<void> => {
  const read = async () => {
    const [facts, dependencies] = await Promise.all([selectInstallation(database), selectDependencies(database)]);
    memory.installationId = facts.installationId;
    memory.dependencies = dependencies;
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, listDeadline);
  });
  // That the database does not answer is what its own probe says.
  await Promise.race([read().catch(() => undefined), late]);
  clearTimeout(timer);
};
