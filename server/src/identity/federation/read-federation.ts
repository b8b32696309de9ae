import { AppError, type ErrorDetail } from '../../platform/errors/app-error.ts';
import { type ClaimField, type ClaimMapping, type Federation, usualClaims } from './federation.ts';

/** What an administrator may say about a federation. Absent members keep what is stored, or get a default. */
export interface FederationInput {
  readonly name?: string | undefined;
  readonly issuer?: string | undefined;
  readonly clientId?: string | undefined;
  /** Null takes it away: a public client with PKCE. */
  readonly clientSecret?: string | null | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly claimMapping?: Readonly<Record<string, string>> | undefined;
  readonly domains?: readonly string[] | undefined;
  readonly createUsers?: boolean | undefined;
  readonly enabled?: boolean | undefined;
}

export type FederationFields = Omit<Federation, 'id' | 'tenantId' | 'hasClientSecret' | 'revision'>;

const domainForm = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]{1,120}$/;
const claimForm = /^[\x21-\x7e]{1,120}$/;

const defaults: Omit<FederationFields, 'name' | 'issuer' | 'clientId'> = {
  scopes: ['openid', 'profile', 'email'],
  claimMapping: {},
  domains: [],
  createUsers: true,
  enabled: true,
};

/** Checks everything at once and names each member that is wrong. */
export const readFederation = (input: FederationInput, stored?: FederationFields): FederationFields => {
  const fields: FederationFields = {
    ...defaults,
    name: (input.name ?? stored?.name ?? '').trim(),
    issuer: (input.issuer ?? stored?.issuer ?? '').trim(),
    clientId: (input.clientId ?? stored?.clientId ?? '').trim(),
    scopes: [...new Set(input.scopes ?? stored?.scopes ?? defaults.scopes)],
    claimMapping: (input.claimMapping ?? stored?.claimMapping ?? {}) as ClaimMapping,
    domains: [...new Set((input.domains ?? stored?.domains ?? []).map((domain) => domain.trim().toLowerCase()))],
    createUsers: input.createUsers ?? stored?.createUsers ?? defaults.createUsers,
    enabled: input.enabled ?? stored?.enabled ?? defaults.enabled,
  };
  const details = findProblems(fields, input.clientSecret);
  if (details.length > 0) {
    const message = details.length === 1 ? (details[0]?.message ?? '') : 'Several members are not valid.';
    throw new AppError('invalid', 'federation.invalid', message, { details });
  }
  return fields;
};

const findProblems = (fields: FederationFields, secret: string | null | undefined): ErrorDetail[] => {
  const problems: ErrorDetail[] = [];
  const need = (isRight: boolean, member: string, message: string) => {
    if (!isRight) problems.push({ in: 'body', path: `/${member}`, message: `${member} ${message}.` });
  };
  need(fields.name.length >= 1 && fields.name.length <= 100, 'name', 'must have 1 to 100 characters');
  need(isIssuer(fields.issuer), 'issuer', 'must be an https address without query and fragment; localhost may be http');
  need(/^[\x20-\x7e]{1,255}$/.test(fields.clientId), 'clientId', 'must have 1 to 255 printable characters');
  need(
    secret == null || (secret.length >= 1 && secret.length <= 1024),
    'clientSecret',
    'must have 1 to 1,024 characters',
  );
  need(
    fields.scopes.length <= 30 &&
      fields.scopes.every((scope) => scopeForm.test(scope)) &&
      fields.scopes.includes('openid'),
    'scopes',
    'must be at most 30 scope names with openid among them',
  );
  need(
    fields.domains.length <= 100 && fields.domains.every((domain) => domainForm.test(domain)),
    'domains',
    'must be at most 100 mail domains such as example.com',
  );
  need(
    Object.entries(fields.claimMapping).every(([field, claim]) => isClaimField(field) && claimForm.test(claim)),
    'claimMapping',
    `may name claims for ${Object.keys(usualClaims).join(', ')}`,
  );
  return problems;
};

const isClaimField = (name: string): name is ClaimField => Object.hasOwn(usualClaims, name);

export const isIssuer = (text: string): boolean => {
  const url = text.length > 2048 ? null : URL.parse(text);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '' || text.endsWith('?')) return false;
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
  );
};
