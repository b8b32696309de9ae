import type { HealthState } from './health-state.ts';
import type { Check } from './probe.ts';

export interface Summary {
  readonly status: HealthState;
  readonly httpStatus: 200 | 424 | 500;
}

/** Contract B16: 500 when something essential fails, 424 when something else does, and 200 otherwise. */
export const summarizeChecks = (checks: readonly Pick<Check, 'status' | 'critical'>[]): Summary => {
  const failed = checks.filter(({ status }) => status === 'fail');
  if (failed.some(({ critical }) => critical)) return { status: 'fail', httpStatus: 500 };
  if (failed.length > 0) return { status: 'fail', httpStatus: 424 };
  return { status: checks.some(({ status }) => status === 'warn') ? 'warn' : 'pass', httpStatus: 200 };
};
