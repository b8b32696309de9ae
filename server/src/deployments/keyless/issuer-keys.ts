import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { AppError } from '../../platform/errors/app-error.ts';
import { type FetchRules, fetchJson } from './fetch-json.ts';

export interface IssuerKeysOptions {
  readonly allowPrivateNetworks: boolean;
  readonly now: () => number;
}

export interface IssuerKeys {
  /** The keys of an issuer, from memory where they are fresh. */
  find(issuer: string): Promise<JWTVerifyGetKey>;
  /** Keys anew, because a token was signed with one that is not among them; the same ones when they are new enough. */
  findAgain(issuer: string): Promise<JWTVerifyGetKey>;
}

interface Entry {
  readonly fetchedAt: number;
  readonly keys: Promise<JWTVerifyGetKey>;
  isFailed: boolean;
}

const freshFor = 10 * 60_000;
/** How often an issuer is asked again because of an unknown key, or because it failed. */
const pause = 30_000;
const mostIssuers = 1_000;
const limits: Pick<FetchRules, 'timeout' | 'mostBytes'> = { timeout: 5_000, mostBytes: 262_144 };

const failed = (message: string): AppError => new AppError('dependencyFailed', 'issuer.unusable', message);

/** The signing keys of outside issuers, found by OpenID Connect discovery and remembered for a while. */
export function openIssuerKeys({ allowPrivateNetworks, now }: IssuerKeysOptions): IssuerKeys {
  const rules: FetchRules = { ...limits, allowPrivateNetworks };
  const entries = new Map<string, Entry>();

  const fetchAnew = (issuer: string): Promise<JWTVerifyGetKey> => {
    const entry: Entry = { fetchedAt: now(), keys: fetchKeys(issuer, rules), isFailed: false };
    entry.keys.catch(() => {
      entry.isFailed = true;
    });
    entries.delete(issuer);
    entries.set(issuer, entry);
    const [oldest] = entries.keys();
    if (entries.size > mostIssuers && oldest !== undefined) entries.delete(oldest);
    return entry.keys;
  };

  const findWithin = async (issuer: string, age: number): Promise<JWTVerifyGetKey> => {
    const known = entries.get(issuer);
    const mostAge = known?.isFailed === true ? Math.min(age, pause) : age;
    return await (known !== undefined && now() - known.fetchedAt < mostAge ? known.keys : fetchAnew(issuer));
  };

  return {
    find: async (issuer) => await findWithin(issuer, freshFor),
    findAgain: async (issuer) => await findWithin(issuer, pause),
  };
}

async function fetchKeys(issuer: string, rules: FetchRules): Promise<JWTVerifyGetKey> {
  const discovery = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, rules);
  if (memberOf(discovery, 'issuer') !== issuer) {
    throw failed('The discovery document of the issuer names another issuer.');
  }
  const address = memberOf(discovery, 'jwks_uri');
  if (typeof address !== 'string') throw failed('The discovery document of the issuer names no keys.');
  const keys = await fetchJson(address, rules);
  if (!Array.isArray(memberOf(keys, 'keys'))) throw failed('The issuer publishes no keys.');
  try {
    return createLocalJWKSet(keys as JSONWebKeySet);
  } catch {
    throw failed('The keys of the issuer cannot be read.');
  }
}

function memberOf(document: unknown, name: string): unknown {
  return typeof document === 'object' && document !== null && Object.hasOwn(document, name)
    ? (document as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
