import { discoverIssuer, type IssuerMetadata } from './discover-issuer.ts';
import { fetchJson } from './limited-fetch.ts';

/** What an administrator learns before anybody is sent to the issuer. */
export interface IssuerReport {
  readonly issuer: string;
  /** Null when people could be sent there; otherwise the first thing in the way. */
  readonly problem: string | null;
  readonly authorizationEndpoint: string | null;
  readonly tokenEndpoint: string | null;
  readonly userinfoEndpoint: string | null;
  /** Keys with which the issuer may sign what it says about people. */
  readonly signingKeys: number;
}

/** Reads the issuer's document and keys as a sign-in would, past everything remembered. An issuer that fails is an answer. */
export const probeIssuer = async (issuer: string): Promise<IssuerReport> => {
  const silent = { issuer, authorizationEndpoint: null, tokenEndpoint: null, userinfoEndpoint: null, signingKeys: 0 };
  let metadata: IssuerMetadata;
  try {
    metadata = await discoverIssuer(issuer);
  } catch (error) {
    return { ...silent, problem: `The document of the issuer could not be read: ${wordsOf(error)}` };
  }
  const found = {
    issuer,
    authorizationEndpoint: metadata.authorizationEndpoint,
    tokenEndpoint: metadata.tokenEndpoint,
    userinfoEndpoint: metadata.userinfoEndpoint ?? null,
  };
  try {
    const signingKeys = await countSigningKeys(metadata.jwksUri);
    const problem = signingKeys === 0 ? 'The issuer publishes no key to sign with.' : null;
    return { ...found, signingKeys, problem };
  } catch (error) {
    return { ...found, signingKeys: 0, problem: `The keys of the issuer could not be read: ${wordsOf(error)}` };
  }
};

/** A key both sides know signs nothing here, and one for encryption neither. */
const countSigningKeys = async (jwksUri: string): Promise<number> => {
  const { keys } = await fetchJson(jwksUri);
  if (!Array.isArray(keys)) return 0;
  return keys.filter((key: unknown) => {
    const { kty, use } = (typeof key === 'object' && key !== null ? key : {}) as { kty?: unknown; use?: unknown };
    return typeof kty === 'string' && kty !== 'oct' && (use === undefined || use === 'sig');
  }).length;
};

/** Our own sentences are for reading; those of the network are not. */
const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'it does not answer.';
  if (error.name === 'TimeoutError') return 'it does not answer in time.';
  return error.constructor === Error ? `${error.message.replace(/\.$/, '')}.` : 'it does not answer.';
};
