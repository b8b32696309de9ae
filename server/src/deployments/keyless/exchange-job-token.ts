import { decodeJwt, errors, type JWTPayload } from 'jose';
import {
  type Acting,
  type IssuedAutomationToken,
  issueExchangedToken,
  listTrustedIssuers,
} from '../../accounts/index.ts';
import { verifyForeignToken } from '../../identity/federation/index.ts';
import { type Database, inTransaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { IssuerKeys } from './issuer-keys.ts';

export interface ExchangeDeps {
  readonly database: Database;
  readonly issuerKeys: IssuerKeys;
  readonly now: () => Date;
}

export interface ExchangeInput {
  readonly projectId: string;
  /** The job's own identity token, as its CI system gives it. */
  readonly identityToken: string;
}

const notTrusted = (): AppError =>
  new AppError('unauthenticated', 'job.not-trusted', 'The project does not trust this job.');

/**
 * A short-lived automation token for a job that can prove who it is (issue 4, keyless CI). Nobody is asked for keys but
 * the issuers that the project itself trusts; every way of not being trusted has one answer.
 */
export async function exchangeJobToken(
  deps: ExchangeDeps,
  acting: Acting,
  { projectId, identityToken }: ExchangeInput,
): Promise<IssuedAutomationToken> {
  const issuer = readIssuer(identityToken);
  const trusted = await listTrustedIssuers(deps.database, { projectId });
  const audiences = trusted.filter((rule) => rule.issuer === issuer).map(({ audience }) => audience);
  if (issuer === undefined || audiences.length === 0) throw notTrusted();
  const { aud, sub } = await verify(deps, identityToken, issuer, audiences);
  if (sub === undefined || sub === '' || aud === undefined) throw notTrusted();
  const job = { projectId, issuer, audiences: [aud].flat(), subject: sub };
  return await inTransaction(deps.database, (transaction) => issueExchangedToken(transaction, acting, job));
}

function readIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

async function verify(
  { issuerKeys, now }: ExchangeDeps,
  token: string,
  issuer: string,
  audience: string[],
): Promise<JWTPayload> {
  const rules = { issuer, audience, now: now(), requiredClaims: ['exp', 'sub'] };
  try {
    return await verifyForeignToken(token, await issuerKeys.find(issuer), rules).catch(async (error: unknown) => {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return await verifyForeignToken(token, await issuerKeys.findAgain(issuer), rules);
    });
  } catch (error) {
    throw error instanceof AppError ? error : notTrusted();
  }
}
