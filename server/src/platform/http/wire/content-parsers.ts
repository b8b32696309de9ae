import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import { parseJsonBody } from './parse-json-body.ts';
import { parseXmlBody } from './parse-xml-body.ts';
import { decodeText, readBytes } from './read-body.ts';
import { asSchemaNode } from './schema-node.ts';

type Parse = (text: string, request: FastifyRequest) => unknown;

/** Bodies that a handler streams are handed over unread, whatever they are. */
const streams = (request: FastifyRequest): boolean => {
  const config: { readonly streamsBody?: boolean } = request.routeOptions.config;
  return config.streamsBody === true;
};

const parser =
  (parse: Parse) =>
  async (request: FastifyRequest, stream: Readable): Promise<unknown> => {
    if (streams(request)) return stream;
    const bytes = await readBytes(request, stream);
    // No body is no body, whatever its type says; and an unknown address is no reason to read one.
    if (bytes.length === 0 || request.is404) return undefined;
    return parse(decodeText(bytes, request.headers), request);
  };

const parseXml: Parse = (text, request) => {
  const body = request.routeOptions.schema?.body;
  if (text.trim() === '') return undefined;
  return parseXmlBody(text, typeof body === 'object' && body !== null ? asSchemaNode(body) : undefined);
};

const jsonWithSuffix = /^[\w.!#$&^-]+\/[\w.!#$&^-]+\+json(?:;|$)/i;

const refuseOthers = (scope: FastifyInstance, names: string): void => {
  scope.addContentTypeParser('*', async (request: FastifyRequest, stream: Readable) => {
    if (streams(request)) return stream;
    if (request.headers['content-length'] === '0' || request.is404) return undefined;
    const problem =
      request.headers['content-type'] === undefined ? 'The body needs a Content-Type:' : 'The body must be';
    throw new AppError('unsupportedMediaType', 'body.media-type', `${problem} ${names}.`);
  });
};

/** Within this scope bodies are JSON; anything else is 415. */
export const addJsonParser = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers();
  const json = parser(parseJsonBody);
  scope.addContentTypeParser(['application/json', 'text/json'], json);
  scope.addContentTypeParser(jsonWithSuffix, json);
  refuseOthers(scope, 'application/json');
};

/** Within this scope bodies are JSON or XML, read by the one schema of the route; anything else is 415. */
export const addJsonAndXmlParsers = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers();
  const json = parser(parseJsonBody);
  scope.addContentTypeParser(['application/json', 'text/json'], json);
  scope.addContentTypeParser(jsonWithSuffix, json);
  scope.addContentTypeParser(['application/xml', 'text/xml'], parser(parseXml));
  refuseOthers(scope, 'application/json, text/json, application/xml or text/xml');
};
