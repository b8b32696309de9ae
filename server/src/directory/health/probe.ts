import type { DependencyState } from '../wire/health.ts';
import type { HealthState } from './health-state.ts';

/** What a probe found. Only `pass` may be silent. */
export interface Reading {
  readonly status: HealthState;
  /** What went wrong, for people who operate the platform: never a secret or an address of the inside. */
  readonly output?: string | undefined;
}

/** Something that the platform depends on, and how to find out whether it works. */
export interface Probe {
  readonly componentId: string;
  /** `component`, `datastore`, `system`, or a standard term or URI. */
  readonly componentType: string;
  /** Without it the platform is down: its failure is 500, that of others 424 (contract B16). */
  readonly critical: boolean;
  /** 1, 2 or 3. */
  readonly weight: number;
  /** URI templates of what does not work without it. */
  readonly affectedEndpoints: readonly string[];
  readonly read: (signal: AbortSignal) => Promise<Reading>;
}

/** A finished check, with everything that the wire form shows. */
export type Check = DependencyState & { readonly componentId: string };
