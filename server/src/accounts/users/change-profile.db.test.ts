import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import { changeProfile } from './change-profile.ts';
import { changeUserEmail } from './change-user-email.ts';
import { changeUserSettings } from './change-user-settings.ts';
import { databaseNow, updateUser } from './user-store.ts';

const bench = useAccountsBench();

test('given members change, absent ones stay, the shown name follows', async () => {
  const { write, acting, makeUser, auditOf } = bench();
  const user = await makeUser({ firstName: 'Kari', lastName: 'Nordmann', countryCode: 'NO' });
  const scope = { tenantId: user.tenantId };
  const changed = await write((t) =>
    changeProfile(t, acting, { userId: user.id, scope, changes: { lastName: 'Hansen', countryCode: null } }),
  );
  expect(changed).toMatchObject({
    firstName: 'Kari',
    lastName: 'Hansen',
    displayName: 'Hansen, Kari',
    countryCode: null,
    revision: user.revision + 1,
  });
  expect(await auditOf(user.id)).toEqual(['user.registered', 'user.profile-changed']);
});

test('a chosen name outlives a new last name, until it is given up', async () => {
  const { write, acting, makeUser } = bench();
  const user = await makeUser({ firstName: 'Kari', lastName: 'Nordmann', displayName: 'The boss' });
  const scope = { tenantId: user.tenantId };
  const change = (changes: Parameters<typeof changeProfile>[2]['changes']) =>
    write((t) => changeProfile(t, acting, { userId: user.id, scope, changes }));
  expect((await change({ lastName: 'Hansen' })).displayName).toBe('The boss');
  expect((await change({ displayName: '' })).displayName).toBe('Hansen, Kari');
});

test('another phone number is unproven, the same one stays proven', async () => {
  const { write, acting, makeUser } = bench();
  const user = await makeUser({ phone: '+47 22 00 00 00' });
  await write((t) => updateUser(t, user.id, { phoneVerifiedAt: databaseNow }));
  const scope = { tenantId: user.tenantId };
  const change = (phone: string) =>
    write((t) => changeProfile(t, acting, { userId: user.id, scope, changes: { phone } }));
  expect(await change('+47 22 00 00 00')).toMatchObject({ phoneVerified: true });
  expect(await change('+47 22 00 00 01')).toMatchObject({ phone: '+47 22 00 00 01', phoneVerified: false });
});

test('bad values are refused and nothing changes', async () => {
  const { write, acting, makeUser, auditOf } = bench();
  const user = await makeUser();
  const changes = { firstName: 'a\u0000b', countryCode: 'Norway' };
  await expect(
    write((t) => changeProfile(t, acting, { userId: user.id, scope: 'everyTenant', changes })),
  ).rejects.toMatchObject({ kind: 'invalid', details: [{ path: '/firstName' }, { path: '/countryCode' }] });
  expect(await auditOf(user.id)).toEqual(['user.registered']);
});

test('a user of another tenant is not found', async () => {
  const { write, acting, makeUser, makeTenant } = bench();
  const user = await makeUser();
  const scope = { tenantId: await makeTenant() };
  const notFound = { kind: 'notFound', code: 'user.not-found' };
  await expect(
    write((t) => changeProfile(t, acting, { userId: user.id, scope, changes: { firstName: 'X' } })),
  ).rejects.toMatchObject(notFound);
  await expect(
    write((t) => changeUserEmail(t, acting, { userId: user.id, scope, email: 'x@y.z', verified: true })),
  ).rejects.toMatchObject(notFound);
  await expect(
    write((t) => changeUserSettings(t, acting, { userId: user.id, scope, settings: { managedAccount: true } })),
  ).rejects.toMatchObject(notFound);
});

test('an administrator puts another e-mail in place, unproven; caches are told', async () => {
  const { write, acting, makeUser, expectPublished, auditOf } = bench();
  const user = await makeUser();
  const email = `${randomUUID()}@example.com`;
  await expectPublished(user.id, async () => {
    const changed = await write((t) =>
      changeUserEmail(t, acting, { userId: user.id, scope: 'everyTenant', email, verified: false }),
    );
    expect(changed).toMatchObject({ email, displayName: email, emailVerified: false });
  });
  expect(await auditOf(user.id)).toContain('user.email-changed');
});

test("somebody else's e-mail is a conflict, one's own in another spelling is not", async () => {
  const { write, acting, makeUser } = bench();
  const [user, other] = [await makeUser(), await makeUser()];
  const change = (email: string) =>
    write((t) => changeUserEmail(t, acting, { userId: user.id, scope: 'everyTenant', email, verified: false }));
  await expect(change(other.email.toUpperCase())).rejects.toMatchObject({ kind: 'conflict', code: 'user.email-taken' });
  expect(await change(user.email.toUpperCase())).toMatchObject({ email: user.email.toUpperCase() });
  await expect(change('nobody')).rejects.toMatchObject({ kind: 'invalid', code: 'email.invalid' });
});

test('settings of an administrator', async () => {
  const { write, acting, makeUser } = bench();
  const user = await makeUser();
  const settings = { managedAccount: true, accessHubEnabled: true, secondFactorRequired: true };
  const changed = await write((t) =>
    changeUserSettings(t, acting, { userId: user.id, scope: 'everyTenant', settings }),
  );
  expect(changed).toMatchObject(settings);
});
