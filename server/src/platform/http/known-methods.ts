import type { FastifyInstance } from 'fastify';
import createRouter, { type HTTPMethod } from 'find-my-way';

/** How addresses are compared with routes, wherever that is done. */
export const routerOptions = {
  caseSensitive: false,
  ignoreDuplicateSlashes: true,
  ignoreTrailingSlash: true,
  maxParamLength: 4_096,
} as const;

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that the address of this request has; none where nothing is there. */
    methodsOf(address: string): readonly string[];
  }
}

interface Known {
  readonly method: HTTPMethod;
  readonly url: string;
}

/**
 * Lets a wrong method be told from a wrong address. The router that serves requests does not say, so a second one is
 * made of the same routes when the first such request comes.
 */
export const addKnownMethods = (app: FastifyInstance): void => {
  const routes: Known[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one as HTTPMethod, url });
  });
  let find: ((address: string) => readonly string[]) | undefined;
  app.decorate('methodsOf', (address) => {
    find ??= createFinder(routes);
    return find(address);
  });
};

const createFinder = (routes: readonly Known[]): ((address: string) => readonly string[]) => {
  const router = createRouter(routerOptions);
  const methods = new Set<HTTPMethod>();
  for (const { method, url } of routes) {
    if (router.hasRoute(method, url)) continue;
    router.on(method, url, () => undefined);
    methods.add(method);
  }
  return (address) => [...methods].filter((method) => router.find(method, address) !== null).sort();
};
