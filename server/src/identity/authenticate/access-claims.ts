import type { JWTPayload } from 'jose';

/** What an access token of the platform API says of its caller (contract X4). */
export interface AccessClaims {
  /** User id, or service principal id. */
  readonly subject: string;
  readonly applicationId: string;
  readonly tenantId: string;
  readonly scopes: readonly string[];
  /** The number of the application's credentials when the token was made. */
  readonly applicationVersion: number;
  /** Present when the token is a user's. */
  readonly user: { readonly version: number; readonly grantId: string } | undefined;
  /** Names the token, so that it alone can be revoked. */
  readonly tokenId: string | undefined;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);
const isVersion = (value: unknown): value is number => Number.isInteger(value);
const isGrantId = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 200;

/** Undefined when a claim is missing or is not what it should be: then it is not a token that we made for this API. */
export const readAccessClaims = (payload: JWTPayload): AccessClaims | undefined => {
  const { sub, azp, tid, scp = '', uver, cver, gid, exp, jti } = payload;
  if (!isId(sub) || !isId(azp) || !isId(tid) || typeof scp !== 'string' || !isVersion(cver) || exp === undefined) {
    return undefined;
  }
  const isOfUser = uver !== undefined || gid !== undefined;
  if (isOfUser && !(isVersion(uver) && isGrantId(gid))) return undefined;
  return {
    subject: sub,
    applicationId: azp,
    tenantId: tid,
    scopes: scp.split(' ').filter((scope) => scope !== ''),
    applicationVersion: cver,
    user: isVersion(uver) && isGrantId(gid) ? { version: uver, grantId: gid } : undefined,
    tokenId: jti,
    expiresAt: exp,
  };
};
