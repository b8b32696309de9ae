import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';
import { type TenantScope, tenantOf } from '../tenant-scope.ts';
import { type PictureType, pictureTypes } from './picture-type.ts';

export interface Picture {
  readonly mediaType: PictureType;
  readonly image: Buffer;
  readonly sha256: Buffer;
  readonly updatedAt: Date;
}

export const upsertPicture = async (
  transaction: Transaction,
  userId: string,
  picture: { readonly mediaType: PictureType; readonly image: Buffer; readonly sha256: Buffer },
): Promise<void> => {
  await transaction
    .insertInto('profilePictures')
    .values({ userId, ...picture })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...picture, updatedAt: sql<Date>`now()` }))
    .execute();
};

export const selectPicture = async (
  handle: Handle,
  userId: string,
  scope: TenantScope,
): Promise<Picture | undefined> => {
  const tenantId = tenantOf(scope);
  const row = await handle
    .selectFrom('profilePictures')
    .innerJoin('users', 'users.id', 'profilePictures.userId')
    .select(['mediaType', 'image', 'sha256', 'profilePictures.updatedAt'])
    .where('users.id', '=', userId)
    .$if(tenantId !== null, (query) => query.where('users.tenantId', '=', tenantId))
    .executeTakeFirst();
  const mediaType = pictureTypes.find((type) => type === row?.mediaType);
  return row === undefined || mediaType === undefined ? undefined : { ...row, mediaType };
};

export const deletePictureRow = async (transaction: Transaction, userId: string): Promise<boolean> => {
  const { numDeletedRows } = await transaction
    .deleteFrom('profilePictures')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};
