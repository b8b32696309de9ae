import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import { changePicture } from './change-picture.ts';
import { findPicture } from './find-picture.ts';
import { mostPictureBytes } from './picture-type.ts';
import { removePicture } from './remove-picture.ts';

const bench = useAccountsBench();
const scope = 'everyTenant';
const jpeg = (length: number) =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(length - 6, 7), Buffer.from([0xff, 0xd9])]);

test('a picture comes back byte for byte, and a new one takes its place', async () => {
  const { write, acting, database, makeUser, auditOf } = bench();
  const { id: userId } = await makeUser();
  await write((t) => changePicture(t, acting, { userId, scope, image: jpeg(100) }));
  await write((t) => changePicture(t, acting, { userId, scope, image: jpeg(mostPictureBytes) }));
  const picture = await findPicture(database, { userId, scope });
  expect(picture.mediaType).toBe('image/jpeg');
  expect(picture.image.equals(jpeg(mostPictureBytes))).toBe(true);
  await write((t) => removePicture(t, acting, { userId, scope }));
  await write((t) => removePicture(t, acting, { userId, scope }));
  await expect(findPicture(database, { userId, scope })).rejects.toMatchObject({ code: 'picture.not-found' });
  expect(await auditOf(userId)).toEqual([
    'user.registered',
    'user.picture-changed',
    'user.picture-changed',
    'user.picture-removed',
  ]);
});

test('what is no picture, or too large, is refused', async () => {
  const { write, acting, makeUser } = bench();
  const { id: userId } = await makeUser();
  const change = (image: Buffer) => write((t) => changePicture(t, acting, { userId, scope, image }));
  await expect(change(Buffer.from('<svg/>'))).rejects.toMatchObject({ kind: 'unsupportedMediaType' });
  await expect(change(jpeg(mostPictureBytes + 1))).rejects.toMatchObject({ kind: 'tooLarge' });
});

test('another tenant sees the same as for nobody', async () => {
  const { write, acting, database, makeUser, makeTenant } = bench();
  const { id: userId } = await makeUser();
  await write((t) => changePicture(t, acting, { userId, scope, image: jpeg(100) }));
  const elsewhere = { tenantId: await makeTenant() };
  const message = (id: string) =>
    findPicture(database, { userId: id, scope: elsewhere }).then(
      () => 'found',
      (error: Error) => error.message,
    );
  expect(await message(userId)).toBe(await message(randomUUID()));
  await expect(
    write((t) => changePicture(t, acting, { userId, scope: elsewhere, image: jpeg(100) })),
  ).rejects.toMatchObject({ code: 'user.not-found' });
});
