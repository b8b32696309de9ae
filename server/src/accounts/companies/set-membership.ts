import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Acting } from '../acting.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { findUser } from '../users/find-user.ts';
import { selectCompany } from './company-store.ts';
import { companyNotFound } from './find-company.ts';
import { type MembershipState, upsertMembership } from './membership-store.ts';

export interface SetMembershipInput {
  readonly companyId: string;
  readonly userId: string;
  readonly scope: TenantScope;
  readonly state: MembershipState;
  readonly administrator: boolean;
}

/** Makes or changes a membership. Company and user are of one tenant; a user of another one is not found. */
export const setMembership = async (
  transaction: Transaction,
  acting: Acting,
  input: SetMembershipInput,
): Promise<void> => {
  const { companyId, userId, state, administrator } = input;
  if (administrator && state !== 'member') {
    throw new AppError('invalid', 'membership.invalid', 'Only a member can administer a company.');
  }
  const company = await selectCompany(transaction, companyId, input.scope);
  if (company === undefined) throw companyNotFound();
  const { tenantId } = company;
  await findUser(transaction, { userId, scope: { tenantId } });
  await upsertMembership(transaction, { companyId, userId, tenantId, state, administrator });
  await recordAudit(transaction, {
    ...acting,
    action: 'company.membership-set',
    target: { kind: 'company', id: companyId },
    tenantId,
    details: { userId, state, administrator },
  });
  await publish(transaction, 'credential', userId);
};
