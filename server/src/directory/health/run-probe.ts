import type { HealthState } from './health-state.ts';
import type { Check, Probe, Reading } from './probe.ts';

/** Nobody waits longer for a probe: a dependency that needs longer does not work. */
export const probeDeadline = 2_000;
/** It answers, but people feel it. */
const slowAfter = 1_000;
const longestOutput = 500;

/** Runs one probe to its end or its deadline, whichever comes first. Never rejects: a probe that throws has failed. */
export const runProbe = async (probe: Probe, now: () => Date, deadline = probeDeadline): Promise<Check> => {
  const started = performance.now();
  const reading = await readInTime(probe, deadline);
  const milliseconds = Math.round(performance.now() - started);
  const { status, output } = judgeTime(reading, milliseconds);
  return {
    componentId: probe.componentId,
    componentType: probe.componentType,
    observedValue: milliseconds,
    observedUnit: 'ms',
    status,
    time: now().toISOString(),
    weight: probe.weight,
    critical: probe.critical,
    ...(status === 'pass' ? {} : { affectedEndpoints: [...probe.affectedEndpoints] }),
    ...(status === 'pass' || output === undefined ? {} : { output: output.slice(0, longestOutput).toWellFormed() }),
  };
};

const readInTime = async (probe: Probe, deadline: number): Promise<Reading> => {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Reading>((resolve) => {
    timer = setTimeout(() => {
      resolve({ status: 'fail', output: `There was no answer within ${deadline} ms.` });
      stop.abort();
    }, deadline);
  });
  const answer = probe.read(stop.signal).catch((): Reading => ({ status: 'fail', output: 'It cannot be reached.' }));
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};

const judgeTime = (reading: Reading, milliseconds: number): { status: HealthState; output?: string | undefined } =>
  reading.status === 'pass' && milliseconds > slowAfter
    ? { status: 'warn', output: `The answer took ${milliseconds} ms.` }
    : reading;
