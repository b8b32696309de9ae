import { Type } from 'typebox';
import { platformRoles, type User } from '../../accounts/index.ts';
import { id, nullable, text, time } from '../wire/schemas.ts';

export const platformRoleSchema = Type.Enum([...platformRoles]);
export const userStates = ['activated', 'invited', 'deactivated'] as const;

export const userMembers = {
  id,
  tenantId: id,
  email: Type.String(),
  emailVerified: Type.Boolean(),
  phone: nullable(Type.String()),
  phoneVerified: Type.Boolean(),
  firstName: Type.String(),
  lastName: Type.String(),
  displayName: Type.String(),
  language: nullable(Type.String()),
  countryCode: nullable(Type.String()),
  managedAccount: Type.Boolean({ description: "Kept by the tenant's own identity provider." }),
  accessHubEnabled: Type.Boolean(),
  secondFactorRequired: Type.Boolean(),
  state: Type.Enum([...userStates]),
  createdOn: time,
  updatedOn: time,
  lastSignInOn: nullable(time),
};

export const userSchema = Type.Object(
  { ...userMembers, roles: Type.Optional(Type.Array(platformRoleSchema)) },
  { title: 'User' },
);

export const toUser = (user: User) => ({
  id: user.id,
  tenantId: user.tenantId,
  email: user.email,
  emailVerified: user.emailVerified,
  phone: user.phone,
  phoneVerified: user.phoneVerified,
  firstName: user.firstName,
  lastName: user.lastName,
  displayName: user.displayName,
  language: user.language,
  countryCode: user.countryCode,
  managedAccount: user.managedAccount,
  accessHubEnabled: user.accessHubEnabled,
  secondFactorRequired: user.secondFactorRequired,
  state: stateOf(user),
  createdOn: user.createdAt,
  updatedOn: user.updatedAt,
  lastSignInOn: user.lastSignInAt,
});

const stateOf = (user: User): (typeof userStates)[number] => {
  if (user.deactivated) return 'deactivated';
  return user.activated ? 'activated' : 'invited';
};

const optionalText = (most: number) => Type.Optional(nullable(text(most)));

/** What people may say of themselves, and administrators of them. */
export const profileMembers = {
  firstName: optionalText(100),
  lastName: optionalText(100),
  displayName: optionalText(200),
  countryCode: optionalText(3),
  language: optionalText(35),
  phone: optionalText(50),
};

export const profileChanges = Type.Object(profileMembers, {
  title: 'ProfileChanges',
  description: 'Absent members stay as they are; null or an empty text clears.',
});

export const newUser = Type.Object(
  {
    tenantId: Type.Optional(Type.String({ format: 'uuid', description: "Default: the caller's own tenant." })),
    email: Type.String({ format: 'email' }),
    ...profileMembers,
    sendMail: Type.Optional(
      Type.Boolean({ description: 'Default: true. Otherwise the answer holds the link of the invitation.' }),
    ),
    message: Type.Optional(text(1_000, 'A few words for the mail.')),
  },
  { title: 'NewUser' },
);

export const invitedUser = Type.Object(
  {
    user: userSchema,
    created: Type.Boolean({ description: 'False for somebody who had an account in the tenant already.' }),
    confirmationUrl: nullable(Type.String({ description: 'The link of the invitation, where no mail was sent.' })),
  },
  { title: 'InvitedUser' },
);

export const userChanges = Type.Object(
  {
    ...profileMembers,
    email: Type.Optional(Type.String({ format: 'email' })),
    managedAccount: Type.Optional(Type.Boolean()),
    accessHubEnabled: Type.Optional(Type.Boolean()),
    secondFactorRequired: Type.Optional(Type.Boolean()),
  },
  { title: 'UserChanges', description: 'Absent members stay as they are; null or an empty text clears.' },
);
