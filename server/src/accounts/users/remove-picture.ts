import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { findUser } from './find-user.ts';
import { deletePictureRow } from './picture-store.ts';

/** Removing a picture that is not there changes nothing. */
export const removePicture = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly userId: string; readonly scope: TenantScope },
): Promise<void> => {
  const user = await findUser(transaction, input);
  if (!(await deletePictureRow(transaction, user.id))) return;
  await recordAudit(transaction, {
    ...acting,
    action: 'user.picture-removed',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
  });
};
