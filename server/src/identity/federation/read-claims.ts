import { type ClaimField, type ClaimMapping, usualClaims } from './federation.ts';

/** What an issuer says about somebody, in our words. */
export interface FederatedPerson {
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly displayName: string | undefined;
  readonly phone: string | undefined;
  readonly language: string | undefined;
  readonly countryCode: string | undefined;
  /** Whether the issuer saw a second factor. */
  readonly hasTwoFactors: boolean;
}

type Claims = Readonly<Record<string, unknown>>;

/** `a.b` reaches into an object where there is no claim of that very name. */
const claimAt = (claims: Claims, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
};

export const readClaims = (claims: Claims, mapping: ClaimMapping): FederatedPerson => {
  const at = (field: ClaimField): unknown => claimAt(claims, mapping[field] ?? usualClaims[field]);
  const text = (field: ClaimField): string | undefined => {
    const value = at(field);
    // A name with a line break in it is no reason to keep somebody out.
    const plain = typeof value === 'string' ? value.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim() : '';
    return plain === '' ? undefined : plain;
  };
  const verified = at('emailVerified');
  return {
    subject: String(claims.sub ?? ''),
    email: text('email') ?? usualEmail(claims, mapping),
    emailVerified: verified === undefined || verified === null ? undefined : verified === true || verified === 'true',
    firstName: text('firstName')?.slice(0, 100),
    lastName: text('lastName')?.slice(0, 100),
    displayName: text('displayName')?.slice(0, 200),
    phone: text('phone'),
    language: text('language'),
    countryCode: text('countryCode'),
    hasTwoFactors: Array.isArray(claims.amr) && claims.amr.includes('mfa'),
  };
};

/** Some issuers put the address elsewhere unless they are told to; a mapping of one's own is taken at its word. */
const usualEmail = (claims: Claims, mapping: ClaimMapping): string | undefined => {
  if (mapping.email !== undefined) return undefined;
  const { preferred_username: name } = claims;
  return typeof name === 'string' && name.includes('@') ? name.trim() : undefined;
};
