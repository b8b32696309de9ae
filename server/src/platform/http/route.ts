import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Rule } from '../authorization/rule.ts';
import type { Offer } from './wire/negotiate.ts';

export interface Answer {
  readonly description: string;
  /** Absent when the answer has no body. */
  readonly schema?: TSchema;
  /** Media types other than the area's own, such as text/html or a stream. */
  readonly mediaTypes?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

type StaticOr<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise;

export interface RouteInput<Params, Query, Headers, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly headers: Headers;
  readonly body: Body;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Everything there is to know of an operation. Type, validation, response filter and OpenAPI all come from here. */
export interface Route<
  Params extends TObject | undefined = undefined,
  Query extends TObject | undefined = undefined,
  Headers extends TObject | undefined = undefined,
  Body extends TSchema | undefined = undefined,
> {
  readonly method: Extract<HTTPMethods, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>;
  /** As the specification writes it, with `{name}` for parameters and a last `{name*}` for the rest of the path. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly rule: Rule;
  readonly params?: Params;
  readonly query?: Query;
  readonly headers?: Headers;
  readonly body?: Body;
  /** Content types of the body other than the area's own. */
  readonly bodyMediaTypes?: readonly string[];
  readonly bodyLimit?: number;
  /** The body is a stream: the handler reads it, and only silence is timed, not the whole transfer. */
  readonly streamsBody?: boolean;
  /** What it can answer with, where that is more or less than the area's own media types. The first is the fallback. */
  readonly offers?: readonly Offer[];
  readonly answers: Readonly<Record<number, Answer>>;
  readonly handler: (
    input: RouteInput<
      StaticOr<Params, Record<string, never>>,
      StaticOr<Query, Record<string, never>>,
      StaticOr<Headers, Record<string, never>>,
      StaticOr<Body, undefined>
    >,
  ) => Promise<unknown>;
}

/** A route whose schemas were checked against its handler when it was defined. */
export type AnyRoute = Route<TObject | undefined, TObject | undefined, TObject | undefined, TSchema | undefined>;

/** Checks the handler against the schemas and forgets their exact types, so that routes fit in one list. */
export const defineRoute = <
  Params extends TObject | undefined = undefined,
  Query extends TObject | undefined = undefined,
  Headers extends TObject | undefined = undefined,
  Body extends TSchema | undefined = undefined,
>(
  route: Route<Params, Query, Headers, Body>,
): AnyRoute => route as unknown as AnyRoute;
