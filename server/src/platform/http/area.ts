import type { FastifyInstance } from 'fastify';
import type { ErrorForm } from './error-form.ts';
import type { AnyRoute } from './route.ts';

/** A part of the platform with addresses, wire forms and an error form of its own. */
export interface Area {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What the documentation says about groups of operations, by their tag, where the name does not say it all. */
  readonly groups?: Readonly<Record<string, string>>;
  /** The first prefix is the documented one; the others are served by the same handlers. */
  readonly prefixes: readonly [string, ...string[]];
  readonly errorForm: ErrorForm;
  /** Content types, negotiation and whatever else the whole scope shares. */
  readonly prepare: (scope: FastifyInstance) => void | Promise<void>;
  /** OpenAPI security schemes, by name, and the alternatives that open every operation with a credential. */
  readonly security: AreaSecurity;
  readonly routes: readonly AnyRoute[];
}

export interface AreaSecurity {
  readonly schemes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly alternatives: readonly (readonly string[])[];
}
