import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Rule } from '../../../platform/authorization/rule.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { isAdministrator, isDirectoryReader, type TokenPrincipal } from '../principal.ts';

/** How an area finds out who calls: by key and token, or by token or session. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<TokenPrincipal>;

/** Kinds of caller that rules name; the authorization matrix has a principal for each. */
export const principalKinds = {
  user: 'user',
  directoryReader: 'directoryReader',
  administrator: 'administrator',
  application: 'application',
  automationToken: 'automationToken',
  subscriptionKey: 'subscriptionKey',
} as const;

const everybody = [
  principalKinds.user,
  principalKinds.directoryReader,
  principalKinds.administrator,
  principalKinds.application,
];
export const people = [principalKinds.user, principalKinds.directoryReader, principalKinds.administrator];

export const forbidden = (code: string, message: string): AppError => new AppError('forbidden', code, message);

/** Users and applications alike, whatever their rights. */
export const anyCaller = (authenticate: Authenticate): Rule => ({
  name: 'signed-in users, and applications that act for themselves',
  principals: everybody,
  relation: 'none',
  enforce: async (request, reply) => void (await authenticate(request, reply)),
});

/** People only: the operation is about the one who calls. */
export const signedInUser = (authenticate: Authenticate): Rule => ({
  name: 'signed-in users',
  principals: people,
  relation: 'none',
  enforce: async (request, reply) => {
    const principal = await authenticate(request, reply);
    if (principal.kind !== 'user') {
      throw forbidden('caller.not-a-user', 'This is for users. The token is that of an application.');
    }
  },
});

export const platformAdministrator = (authenticate: Authenticate): Rule => ({
  name: 'platform administrators',
  principals: [principalKinds.administrator],
  relation: 'none',
  enforce: async (request, reply) => {
    if (!isAdministrator(await authenticate(request, reply))) {
      throw forbidden('caller.not-an-administrator', 'This needs the role of a platform administrator.');
    }
  },
});

/** What it reads ends at the reader's own tenant; that of administrators does not. */
export const directoryReader = (authenticate: Authenticate): Rule => ({
  name: 'directory readers of the tenant, and platform administrators',
  principals: [principalKinds.directoryReader, principalKinds.administrator],
  relation: 'sameTenant',
  enforce: async (request, reply) => {
    if (!isDirectoryReader(await authenticate(request, reply))) {
      throw forbidden('caller.not-a-directory-reader', 'This needs the role of a directory reader.');
    }
  },
});
