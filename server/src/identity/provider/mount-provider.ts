import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { anyone } from '../../platform/authorization/rule.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { IssueApplicationToken } from './issue-application-token.ts';
import { rewriteScopes } from './rewrite-request.ts';

export interface MountDeps {
  readonly publicUrl: string;
  /** The provider with today's signing keys. */
  readonly provider: () => Provider;
  /** What every page of the provider carries. */
  readonly pageHeaders?: Readonly<Record<string, string>>;
  readonly findScopes: (clientId: string, indicator: string) => Promise<readonly string[]>;
  /** Answers what needs no provider. */
  readonly issueApplicationToken?: IssueApplicationToken;
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'];
const longestForm = 64 * 1024;
const form = 'application/x-www-form-urlencoded';

/** Puts the provider behind every address of the scope that has no page of ours. */
export const mountProvider = (scope: FastifyInstance, deps: MountDeps): void => {
  const { host, protocol } = new URL(deps.publicUrl);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(form, { parseAs: 'buffer', bodyLimit: longestForm }, (_request, body, done) =>
    done(null, body),
  );
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  scope.route({
    method: methods,
    url: '/*',
    config: { rule: anyone('OpenID Connect checks its own credentials'), isPage: true },
    handler: async (request, reply) => {
      const body = await bodyOf(request);
      const token = body === undefined ? undefined : await issueToken(request, body, deps);
      if (token !== undefined) return await reply.header('cache-control', 'no-store').send(token);
      if (deps.pageHeaders !== undefined) reply.headers(deps.pageHeaders);
      const raw = await prepare(request, body, deps);
      // The address that clients know, whatever name they or a proxy used to get here.
      raw.headers.host = host;
      raw.headers['x-forwarded-host'] = host;
      raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
      raw.headers['x-forwarded-for'] = request.ip;
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.hijack();
      await deps.provider().callback()(raw, reply.raw);
    },
  });
};

const tokenAddress = /^\/identity\/token$/i;

/** Pages of other sites have rules of their own, which the provider knows. */
const issueToken = async ({ raw }: FastifyRequest, body: Buffer, deps: MountDeps) => {
  const { origin, authorization, 'content-type': type = '' } = raw.headers;
  const isPlain = raw.method === 'POST' && tokenAddress.test(raw.url ?? '') && origin === undefined;
  return isPlain && type.toLowerCase().split(';')[0] === form
    ? await deps.issueApplicationToken?.(authorization, body.toString('utf8'))
    : undefined;
};

/** The request as the provider sees it: below its own root, and with scopes in the standard form. */
const prepare = async (
  request: FastifyRequest,
  body: Buffer | undefined,
  deps: MountDeps,
): Promise<IncomingMessage> => {
  const raw = request.raw as IncomingMessage & { originalUrl?: string };
  const original = raw.url ?? '/';
  const url = new URL(original.replace(/^\/+/, '/'), deps.publicUrl);
  const path = url.pathname.replace(/^\/identity/i, '') || '/';
  const isScoped = /^\/(authorize|token|request|device\/authorize)$/.test(path);
  if (isScoped && url.search !== '') {
    await rewriteScopes(
      { parameters: url.searchParams, findScopes: deps.findScopes },
      url.searchParams.get('client_id') ?? undefined,
    );
  }
  raw.url = path + url.search;
  raw.originalUrl = `/identity${path}${url.search}`;
  if (body === undefined) return raw;
  const isForm = raw.headers['content-type']?.toLowerCase().startsWith(form) === true;
  return withBody(raw, isScoped && isForm ? await rewriteForm(raw, body, deps) : body);
};

const rewriteForm = async (raw: IncomingMessage, body: Buffer, deps: MountDeps): Promise<Buffer> => {
  const parameters = new URLSearchParams(body.toString('utf8'));
  const clientId = parameters.get('client_id') ?? clientIdIn(raw.headers.authorization);
  await rewriteScopes({ parameters, findScopes: deps.findScopes }, clientId);
  return Buffer.from(parameters.toString());
};

/**
 * The same request with a body that can be read: that of the original has been read by us, under the deadline and the
 * limits of every other body.
 */
const withBody = (raw: IncomingMessage, body: Buffer): IncomingMessage => {
  raw.headers['content-length'] = String(body.length);
  delete raw.headers['transfer-encoding'];
  const replaced = Object.assign(Readable.from([body]), {
    headers: raw.headers,
    method: raw.method,
    url: raw.url,
    originalUrl: (raw as { originalUrl?: string }).originalUrl,
    httpVersion: raw.httpVersion,
    httpVersionMajor: raw.httpVersionMajor,
    httpVersionMinor: raw.httpVersionMinor,
    rawHeaders: raw.rawHeaders,
    complete: true,
  });
  Object.defineProperty(replaced, 'socket', { value: raw.socket });
  return replaced as unknown as IncomingMessage;
};

const bodyOf = async ({ body }: FastifyRequest): Promise<Buffer | undefined> =>
  body instanceof Readable ? await readBody(body) : Buffer.isBuffer(body) ? body : undefined;

const readBody = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestForm) {
      throw new AppError('tooLarge', 'body.too-large', 'The form is larger than this operation accepts.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const clientIdIn = (authorization: string | undefined): string | undefined => {
  const [scheme, value] = authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'basic' || value === undefined) return undefined;
  const [id] = Buffer.from(value, 'base64').toString('utf8').split(':');
  try {
    return id === undefined ? undefined : decodeURIComponent(id);
  } catch {
    return undefined;
  }
};
