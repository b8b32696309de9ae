import { formatName, type User } from '../../accounts/index.ts';
import { userPath } from './links.ts';
import type { UserInfo } from './users.ts';

/** Contract B1: links to the user's lists are those of the directory; the profile of the caller overrides them. */
export const toUserInfo = (user: User, companies: number) =>
  ({
    identity: userPath(user.id),
    servicesUrl: `${userPath(user.id)}/services`,
    companiesUrl: `${userPath(user.id)}/companies`,
    name: formatName(user, user.displayName),
    email: user.email,
    id: user.id,
    '#companies': companies,
    verifiedEmail: user.emailVerified,
    language: user.language,
    phone: user.phone,
    verifiedPhone: user.phoneVerified,
    firstName: user.firstName,
    lastName: user.lastName,
    countryCode: user.countryCode,
    managedAccount: user.managedAccount,
    activated: user.activated,
    accessHubEnabled: user.accessHubEnabled,
  }) satisfies UserInfo;
