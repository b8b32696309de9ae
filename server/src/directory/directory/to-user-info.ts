import { formatName } from '../../accounts/index.ts';
import type { Profile } from '../my/profile-store.ts';
import { userPath } from '../wire/links.ts';
import type { UserInfo } from '../wire/users.ts';

/** Contract B1: links to the user's lists are those of the directory. */
export const toUserInfo = (profile: Profile) =>
  ({
    identity: userPath(profile.id),
    servicesUrl: `${userPath(profile.id)}/services`,
    companiesUrl: `${userPath(profile.id)}/companies`,
    name: formatName(profile, profile.displayName),
    email: profile.email,
    id: profile.id,
    '#companies': profile.companies,
    verifiedEmail: profile.emailVerified,
    language: profile.language,
    phone: profile.phone,
    verifiedPhone: profile.phoneVerified,
    firstName: profile.firstName,
    lastName: profile.lastName,
    countryCode: profile.countryCode,
    managedAccount: profile.managedAccount,
    activated: profile.activated,
    accessHubEnabled: profile.accessHubEnabled,
  }) satisfies UserInfo;
