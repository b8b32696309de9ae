import type { HealthStatus } from '../wire/health.ts';

/** The form of the IETF's draft, `application/health+json`: checks by component and measurement. */
export const toHealthDocument = (health: HealthStatus): Readonly<Record<string, unknown>> => {
  const { status, version, releaseId, notes, output, serviceId, description } = health;
  const checks = (health.checks ?? []).map(({ weight: _weight, critical: _critical, ...check }) => [
    `${check.componentId ?? 'unknown'}:responseTime`,
    [check],
  ]);
  return { status, version, releaseId, notes, output, checks: Object.fromEntries(checks), serviceId, description };
};

export const healthMediaType = 'application/health+json';
