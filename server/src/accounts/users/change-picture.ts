import { createHash } from 'node:crypto';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Acting } from '../acting.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { findUser } from './find-user.ts';
import { upsertPicture } from './picture-store.ts';
import { mostPictureBytes, type PictureType, pictureTypeOf } from './picture-type.ts';

/** The type is read from the content; what the sender calls it does not count. */
export const changePicture = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly userId: string; readonly scope: TenantScope; readonly image: Buffer },
): Promise<PictureType> => {
  if (input.image.length > mostPictureBytes) {
    throw new AppError('tooLarge', 'picture.too-large', `A profile picture has at most ${mostPictureBytes} bytes.`);
  }
  const mediaType = pictureTypeOf(input.image);
  if (mediaType === undefined) {
    throw new AppError('unsupportedMediaType', 'picture.unknown-type', 'A profile picture is a PNG, JPEG or WebP.');
  }
  const user = await findUser(transaction, input);
  const sha256 = createHash('sha256').update(input.image).digest();
  await upsertPicture(transaction, user.id, { mediaType, image: input.image, sha256 });
  await recordAudit(transaction, {
    ...acting,
    action: 'user.picture-changed',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
    details: { mediaType, bytes: input.image.length },
  });
  return mediaType;
};
