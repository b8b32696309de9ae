import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compileXmlWriter } from './compile-xml-writer.ts';
import { addJsonAndXmlParsers } from './content-parsers.ts';
import { createNegotiator, negotiate, type Offer } from './negotiate.ts';
import { type ResponseSchemas, responseSchema } from './response-schema.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What this route can answer with, where that is more or less than JSON and XML. The first is the fallback. */
    offers?: readonly Offer[];
  }
}

export interface WireOptions {
  /** Schemas of answers that no route declares, such as the 404 of an unknown address. */
  readonly responses?: ResponseSchemas;
}

const negotiators = new WeakMap<readonly Offer[], ReturnType<typeof createNegotiator>>();

/** The media type that this request is answered with, for handlers whose answer depends on it. */
export const negotiated = (request: FastifyRequest): Offer => {
  const offers: readonly Offer[] | undefined = request.routeOptions.config.offers;
  if (offers === undefined) return negotiate(request.headers.accept);
  const known = negotiators.get(offers) ?? createNegotiator(offers);
  negotiators.set(offers, known);
  return known(request.headers.accept);
};

const defaultType = 'application/json; charset=utf-8';
const anything = {};

const varyByAccept = (reply: FastifyReply): void => {
  const given = reply.getHeader('vary');
  if (given === undefined) reply.header('vary', 'Accept');
  else if (!/(?:^|,)\s*(?:\*|accept)\s*(?:,|$)/i.test(String(given))) reply.header('vary', `${String(given)}, Accept`);
};

const declaredBy = (reply: FastifyReply): ResponseSchemas | undefined =>
  reply.routeOptions.schema?.response as ResponseSchemas | undefined;

const writeXml = (reply: FastifyReply, offer: Offer, options: WireOptions): void => {
  reply.type(`${offer.mediaType}; charset=utf-8`).serializer((value: unknown) => {
    const { statusCode } = reply;
    const schema =
      responseSchema(declaredBy(reply), statusCode, offer.mediaType) ??
      responseSchema(options.responses, statusCode, offer.mediaType) ??
      anything;
    return compileXmlWriter(schema)(value);
  });
};

const writeJson = (reply: FastifyReply, offer: Offer): void => {
  const type = `${offer.mediaType}; charset=utf-8`;
  if (type === defaultType) return;
  reply.type(type);
  // Where a route lists schemas by media type, one that it does not list would be written without any filter.
  const schema = responseSchema(declaredBy(reply), reply.statusCode, offer.mediaType);
  if (schema !== undefined) reply.serializer(reply.compileSerializationSchema(schema as Record<string, unknown>));
};

/** A handler that has set a type of its own, such as an image's, has decided. */
const isUndecided = (reply: FastifyReply): boolean => {
  const type = reply.getHeader('content-type');
  return type === undefined || type === defaultType;
};

/**
 * The wire forms of area B in one scope (contract B4, B5): JSON and XML in and out, one schema and one validation for
 * both, success and error alike.
 */
export const wirePlugin = async (scope: FastifyInstance, options: WireOptions = {}): Promise<void> => {
  addJsonAndXmlParsers(scope);
  scope.addHook('preSerialization', (request, reply, payload, done) => {
    if (isUndecided(reply)) {
      const offer = negotiated(request);
      varyByAccept(reply);
      if (offer.form === 'xml') writeXml(reply, offer, options);
      else writeJson(reply, offer);
    }
    done(null, payload);
  });
};

// What it adds belongs to the scope that registers it, not to one of its own.
Object.assign(wirePlugin, { [Symbol.for('skip-override')]: true });
