import { formatName } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { userPath } from '../wire/links.ts';
import type { MyUserInfo } from '../wire/users.ts';
import { selectProfile } from './profile-store.ts';

/** The page where users change what others see of them. */
const profilePage = '/profile';

/** Contract B1: one select, and links to the caller's own lists. */
export const readMyProfile = async (
  deps: { readonly database: Database; readonly publicUrl: string },
  input: { readonly userId: string },
): Promise<MyUserInfo> => {
  const profile = await selectProfile(deps.database, input.userId);
  if (profile === undefined) throw new AppError('notFound', 'user.not-found', 'There is no such user.');
  return {
    profilePageUrl: `${deps.publicUrl}${profilePage}`,
    messagesUrl: '/my/messages',
    identity: userPath(profile.id),
    servicesUrl: '/my/services',
    companiesUrl: '/my/companies',
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
  };
};
