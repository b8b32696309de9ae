import type { User } from '../../accounts/index.ts';
import type { Registration } from './registration.ts';

type Claims = Record<string, string | number | boolean | undefined>;

/** What APIs read in an access token of a user (contract X4), and the numbers by which a revocation is felt. */
export const userTokenClaims = (
  user: User,
  client: Registration,
  scope: string | undefined,
  grantId: string | undefined,
): Claims => ({
  azp: client.id,
  scp: scope ?? '',
  tid: user.tenantId,
  name: user.displayName,
  email: user.email,
  given_name: user.firstName,
  family_name: user.lastName,
  // Compared with the stored numbers on every call: a new password or a disabled client voids what was issued before.
  uver: user.credentialsVersion,
  cver: client.credentialsVersion,
  gid: grantId,
});

/** The same for an application that acts for itself. */
export const applicationTokenClaims = (client: Registration, scope: string | undefined): Claims => ({
  azp: client.id,
  scp: scope ?? '',
  tid: client.tenantId,
  name: client.name,
  cver: client.credentialsVersion,
});

/** Claims of id token and userinfo, by the scopes that open them. */
export const claimsByScope = {
  openid: ['sub', 'tid'],
  profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
} as const;

/** What is not known is left out, never empty (OpenID Connect Core, 5.3.2). */
export const accountClaims = (user: User) => ({
  sub: user.id,
  tid: user.tenantId,
  name: user.displayName,
  ...(user.firstName === '' ? {} : { given_name: user.firstName }),
  ...(user.lastName === '' ? {} : { family_name: user.lastName }),
  preferred_username: user.email,
  ...(user.language === null ? {} : { locale: user.language }),
  updated_at: Math.floor(user.updatedAt.getTime() / 1000),
  email: user.email,
  email_verified: user.emailVerified,
  ...(user.phone === null ? {} : { phone_number: user.phone, phone_number_verified: user.phoneVerified }),
});
