import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Who may use a route, and how they must stand to the thing that its path names. Declared on every route: the server
 * does not start without it, the documentation shows it, and the authorization matrix is generated from it.
 */
export interface Rule {
  /** Completes the sentence "This operation is open to ...". */
  readonly name: string;
  /** The kinds of caller that may pass; empty when no credential is asked for. */
  readonly principals: readonly string[];
  /** How the caller must stand to the object of the path, in one word; 'none' when there is no object. */
  readonly relation: string;
  /** Throws an AppError when the caller may not pass. Runs before the body is read (contract X2). */
  readonly enforce: (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;
}

/** A route without credentials. The reason is written down, so that an open door is always a decision. */
export const anyone = (reason: string): Rule => ({
  name: `anyone (${reason})`,
  principals: [],
  relation: 'none',
  enforce: () => undefined,
});
