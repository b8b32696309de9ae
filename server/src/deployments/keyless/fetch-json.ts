import { type LookupAddress, lookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '../../platform/errors/app-error.ts';
import { isPrivateAddress } from './private-address.ts';

export interface FetchRules {
  /** Whether hosts of private networks may be asked, and by plain http. For installations with an issuer of their own. */
  readonly allowPrivateNetworks: boolean;
  readonly timeout: number;
  readonly mostBytes: number;
}

const unreachable = (message: string, cause?: unknown): AppError =>
  new AppError('dependencyFailed', 'issuer.unreachable', message, { cause });

/**
 * A JSON document of an outside issuer. The address comes from a project's settings, so that it must not become a way to
 * our own network: names are resolved once and checked before the connection is made, redirects are not followed, and
 * time and size are bounded.
 */
export async function fetchJson(address: string, rules: FetchRules): Promise<unknown> {
  const url = checkAddress(address, rules);
  const text = await withDeadline(rules.timeout, (signal) => download(url, rules, signal));
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreachable('The issuer answered with something that is not JSON.', error);
  }
}

function checkAddress(address: string, { allowPrivateNetworks }: FetchRules): URL {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '')
    throw unreachable('The issuer has no usable address.');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowPrivateNetworks)) {
    throw unreachable('The issuer must be reached by https.');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isPrivateAddress(host) && !allowPrivateNetworks) throw privateNetwork();
  return url;
}

function privateNetwork(): AppError {
  return unreachable('The issuer is in a private network, which this installation does not ask.');
}

async function withDeadline<Result>(timeout: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(timeout);
  try {
    return await work(signal);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unreachable(signal.aborted ? 'The issuer did not answer in time.' : 'The issuer cannot be reached.', error);
  }
}

async function download(url: URL, rules: FetchRules, signal: AbortSignal): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = { accept: 'application/json', 'user-agent': 'portolan' };
    send(url, { signal, headers, lookup: guardedLookup(rules), agent: false }, resolve)
      .on('error', reject)
      .end();
  });
  try {
    if (response.statusCode !== 200) throw unreachable(`The issuer answered with status ${response.statusCode}.`);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response) {
      size += chunk.length;
      if (size > rules.mostBytes) throw unreachable('The answer of the issuer is too large.');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    response.destroy();
  }
}

/** Hands out the addresses that were checked, so that a name cannot change its mind between check and connection. */
function guardedLookup({ allowPrivateNetworks }: FetchRules): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const usable = allowPrivateNetworks
        ? (addresses ?? [])
        : (addresses ?? []).filter(({ address }) => !isPrivateAddress(address));
      const [first] = usable;
      if (error !== null) callback(error, '', 0);
      else if (first === undefined) callback(privateNetwork(), '', 0);
      else if (options.all === true) callback(null, usable);
      else callback(null, first.address, first.family);
    });
  };
}
