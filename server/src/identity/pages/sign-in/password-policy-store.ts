import type { PasswordPolicy } from '../../../accounts/index.ts';
import type { Handle } from '../../../platform/database/index.ts';

/** The password policies of the services that an application belongs to (contract A15). */
export const selectPasswordPolicies = async (handle: Handle, applicationId: string): Promise<PasswordPolicy[]> => {
  const rows = await handle
    .selectFrom('applicationServices')
    .innerJoin('services', 'services.id', 'applicationServices.serviceId')
    .select(['services.passwordPolicyUnit as unit', 'services.passwordPolicyInterval as interval'])
    .where('applicationServices.applicationId', '=', applicationId)
    .where('services.passwordPolicyEnforced', '=', true)
    .execute();
  return rows.flatMap(({ unit, interval }) =>
    unit === null || interval === null ? [] : [{ enforced: true, unit: unit as PasswordPolicy['unit'], interval }],
  );
};
