import { type Static, Type } from 'typebox';
import { deprecatedText, flag, int32, listOf, oneOf, optionalFlag, readOnlyText, text } from './members.ts';
import { RoleReference } from './references.ts';
import { SubscriptionRequest } from './subscriptions.ts';

const userReferenceMembers = {
  identity: readOnlyText('Relative path to the details of the user.'),
  email: text(),
  activated: flag('The person has finished the registration.'),
  tenantId: text(),
  name: text('Formatted as `{lastName}, {firstName}`.'),
  id: text(),
};

export const UserReference = Type.Object(userReferenceMembers, { title: 'UserReference' });
export type UserReference = Static<typeof UserReference>;

export const SubscriptionReference = Type.Object(
  {
    state: text('State of the subscription: `subscribing`, `pending`, `rejected`, `notSubscribing` or `error`.'),
    role: text('The access level, where the service has access levels.'),
    ...userReferenceMembers,
  },
  { title: 'SubscriptionReference' },
);
export type SubscriptionReference = Static<typeof SubscriptionReference>;

export const UserCreationReference = Type.Object(
  {
    confirmationUrl: text('Where the person finishes the registration. Has a value only when `sendMail` was false.'),
    ...userReferenceMembers,
  },
  { title: 'UserCreationReference' },
);
export type UserCreationReference = Static<typeof UserCreationReference>;

export const AdminReference = Type.Object(
  {
    accessLevelUrl: readOnlyText('Relative path to the access level of the administrator.'),
    serviceId: text(),
    ...userReferenceMembers,
  },
  { title: 'AdminReference' },
);
export type AdminReference = Static<typeof AdminReference>;

const userInfoMembers = {
  identity: text('Relative path to the details of the user.'),
  servicesUrl: text("Relative URL of the user's services list."),
  companiesUrl: text("Relative URL of the user's companies list."),
  name: text('Formatted as `{lastName}, {firstName}`.'),
  email: text(),
  id: text(),
  '#companies': int32('How many companies the user belongs to.'),
  verifiedEmail: flag(),
  language: deprecatedText('The language that the user prefers.'),
  phone: text(),
  verifiedPhone: flag(),
  firstName: text(),
  lastName: text(),
  countryCode: text(),
  managedAccount: flag("True when managed by direct integration with the customer's domain."),
  activated: flag(),
  accessHubEnabled: flag(),
};

export const MyUserInfo = Type.Object(
  {
    profilePageUrl: readOnlyText('Page where the user changes the profile.'),
    messagesUrl: readOnlyText("Relative URL of the user's messages."),
    ...userInfoMembers,
  },
  { title: 'MyUserInfo' },
);
export type MyUserInfo = Static<typeof MyUserInfo>;

export const UserInfo = Type.Object(userInfoMembers, { title: 'UserInfo' });
export type UserInfo = Static<typeof UserInfo>;

export const AdminInfo = Type.Object({ roles: listOf(RoleReference), ...userInfoMembers }, { title: 'AdminInfo' });
export type AdminInfo = Static<typeof AdminInfo>;

export const ProfilePicture = Type.Object(
  {
    Image: Type.Optional(
      Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'byte', description: 'The picture in base64.' }),
    ),
    MimeType: text(),
  },
  { title: 'ProfilePicture' },
);
export type ProfilePicture = Static<typeof ProfilePicture>;

export const activationTypes = ['emailLink', 'otp'] as const;
export const userCreationOptions = ['all', 'onlyInvited', 'onlyNew'] as const;

export const RegistrationOptions = Type.Object(
  {
    sendMail: optionalFlag(
      'Default true. When false the caller sends the registration e-mail and receives `confirmationUrl`.',
    ),
    createSubscription: optionalFlag('Creates a default subscription for the new user.'),
    serviceId: text('Service to subscribe to.'),
    role: text('Access level for that subscription.'),
    subscriptions: listOf(SubscriptionRequest, 'When given, `serviceId` and `role` are not evaluated.'),
    returnUrl: text('Where the new user is sent after registration.'),
    contactEmail: text('E-mail of the user or service creating the account.'),
    contactName: text('Name of the user or service creating the account.'),
    activationType: oneOf(activationTypes, '`otp` is for mobile apps only; default `emailLink`.'),
    userCreationOptions: oneOf(userCreationOptions, 'What to do with people who have an account; default `all`.'),
    inviteMessage: text('A few words to the new user, shown in the invitation.'),
  },
  { title: 'RegistrationOptions' },
);
export type RegistrationOptions = Static<typeof RegistrationOptions>;

export const UserRegistration = Type.Object(
  {
    firstName: text(),
    lastName: text(),
    email: text(),
    phone: text(),
    countryCode: text(),
    options: Type.Optional(Type.Union([RegistrationOptions, Type.Null()])),
  },
  { title: 'UserRegistration' },
);
export type UserRegistration = Static<typeof UserRegistration>;
