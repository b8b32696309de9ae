/** An account of a person in one tenant: every field of MyUserInfo and UserInfo that is not a link or a count. */
export interface User {
  readonly id: string;
  readonly tenantId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  readonly phoneVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly displayName: string;
  /** What lists are ordered by, before the id. */
  readonly nameKey: string;
  readonly language: string | null;
  readonly countryCode: string | null;
  readonly managedAccount: boolean;
  readonly accessHubEnabled: boolean;
  readonly secondFactorRequired: boolean;
  readonly activated: boolean;
  readonly deactivated: boolean;
  /** Sessions and tokens that carry another number are void. */
  readonly credentialsVersion: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastSignInAt: Date | null;
  readonly revision: number;
}

/** The spec's form of a name, `{lastName}, {firstName}`; what is there when one is missing. */
export const formatName = (person: { firstName: string; lastName: string }, otherwise: string): string =>
  [person.lastName, person.firstName].filter((part) => part !== '').join(', ') || otherwise;
