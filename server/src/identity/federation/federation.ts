/** An OpenID Connect issuer at which the people of a tenant sign in, such as Entra, Keycloak or another Portolan. */
export interface Federation {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly hasClientSecret: boolean;
  readonly scopes: readonly string[];
  /** Our field to the issuer's claim, where it differs from the usual one. */
  readonly claimMapping: ClaimMapping;
  /** Mail domains, in lower case, whose people sign in there. */
  readonly domains: readonly string[];
  /** Whether whoever signs in there for the first time gets an account. */
  readonly createUsers: boolean;
  readonly enabled: boolean;
  readonly revision: number;
}

/** What we take over from the issuer, and how its claim is called unless the mapping says otherwise. */
export const usualClaims = {
  email: 'email',
  emailVerified: 'email_verified',
  firstName: 'given_name',
  lastName: 'family_name',
  displayName: 'name',
  phone: 'phone_number',
  language: 'locale',
  countryCode: 'country',
} as const;

export type ClaimField = keyof typeof usualClaims;
export type ClaimMapping = Readonly<Partial<Record<ClaimField, string>>>;
