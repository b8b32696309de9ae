import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { User } from '../../accounts/index.ts';
import type { Caller, DirectoryBench, ServiceOptions } from './directory-bench.ts';

export const pathOf = (serviceId: string, user: Pick<User, 'id'>): string =>
  `/this/services/${serviceId}/subscribers/${user.id}`;

/** Short ways to the requests that tests of subscriptions make all the time. */
export const subscriberCalls = (bench: () => DirectoryBench) => ({
  /** A service with an application that manages it, and a user. */
  setUp: async (options: ServiceOptions = {}) => {
    const serviceId = await bench().makeService(options);
    const caller = await bench().makeApplication({ services: [serviceId] });
    const user = await bench().makeUser();
    return { serviceId, caller, user, path: pathOf(serviceId, user) };
  },
  put: async (
    caller: Caller,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LightMyRequestResponse> =>
    await bench().ask(caller, 'PUT', path, { ...(body === undefined ? {} : { body }), headers }),
  stateOf: async (caller: Caller, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await bench().ask(caller, 'GET', path, { headers });
    expect(answer.statusCode).toBe(200);
    const { state, role } = answer.json();
    return { state, role };
  },
});
