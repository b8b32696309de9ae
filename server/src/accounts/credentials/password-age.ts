export const passwordPolicyUnits = ['days', 'months', 'years'] as const;

/** How old a password may become (contract A15). */
export interface PasswordPolicy {
  readonly enforced: boolean;
  readonly unit: (typeof passwordPolicyUnits)[number];
  readonly interval: number;
}

const addMonths = (date: Date, months: number): Date => {
  const result = new Date(date);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return result;
};

/** When a password set at `changedAt` must be changed; undefined when the policy asks for nothing. */
export const passwordDueAt = (changedAt: Date, policy: PasswordPolicy): Date | undefined => {
  if (!policy.enforced) return undefined;
  if (policy.unit === 'days') return new Date(changedAt.getTime() + policy.interval * 86_400_000);
  return addMonths(changedAt, policy.unit === 'months' ? policy.interval : policy.interval * 12);
};

export const isPasswordTooOld = (changedAt: Date, policy: PasswordPolicy, now: Date): boolean => {
  const due = passwordDueAt(changedAt, policy);
  return due !== undefined && due <= now;
};
