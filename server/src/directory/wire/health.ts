import { type Static, Type } from 'typebox';
import { flag, int32, listOf, optionalTime, text } from './members.ts';

/** `pass` goes with 2xx-3xx, `warn` too and says more, `fail` goes with 4xx-5xx. */
export const healthStates = ['pass', 'warn', 'fail'] as const;

export const DependencyState = Type.Object(
  {
    componentId: text(),
    componentType: text('`component`, `datastore`, `system`, or a standard term or URI.'),
    observedValue: Type.Optional(Type.Unknown({ description: 'Any JSON value.' })),
    observedUnit: text('Present when `observedValue` is present.'),
    status: Type.Enum(healthStates),
    affectedEndpoints: listOf(Type.String(), 'URI templates; omitted when `status` is `pass`.'),
    time: optionalTime('When the reading was taken.'),
    output: text('Raw error output; omitted for `pass`.'),
    weight: int32('1, 2 or 3: weighting in the SLA calculation.'),
    critical: flag(),
  },
  { title: 'DependencyState' },
);
export type DependencyState = Static<typeof DependencyState>;

export const HealthStatus = Type.Object(
  {
    status: Type.Enum(healthStates),
    checks: listOf(DependencyState, 'Dependencies probed.'),
    serviceId: text('Identifies the service.'),
    releaseId: text('Release id, distinct from the public version.'),
    version: text('Public version.'),
    description: text(),
    notes: listOf(Type.String()),
    output: text('Raw error output for `fail` or `warn`; omitted for `pass`.'),
    message: text(),
    information: text(),
    subCode: int32(),
    supportCode: text(),
  },
  { title: 'HealthStatus' },
);
export type HealthStatus = Static<typeof HealthStatus>;
