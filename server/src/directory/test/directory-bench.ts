import { randomUUID } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import {
  createTenant,
  type PersonInput,
  type PlatformRole,
  registerUser,
  systemTenantId,
  type User,
} from '../../accounts/index.ts';
import { type Database, inTransaction } from '../../platform/database/index.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import {
  type ApplicationOptions,
  type Claims,
  insertApplication,
  insertService,
  linkService,
  makeGrant,
  makeSigner,
  type ServiceOptions,
} from './bench-platform.ts';
import { openDirectoryApp } from './open-directory-app.ts';
import { readMails, type SentMail } from './read-mails.ts';

export { applicationUrl, publicUrl, type ServiceOptions } from './bench-platform.ts';

export const acting = { actor: { kind: 'system' } };

/** What a request is sent with: a subscription key and an access token. */
export interface Caller {
  readonly key: string;
  readonly token: string;
}

/** An application that acts for itself. */
export interface BenchApplication extends Caller {
  readonly id: string;
  readonly tenantId: string;
  readonly servicePrincipalId: string;
}

/** A person who uses an application. */
export interface BenchUser extends Caller, User {}

export interface UserOptions extends Partial<PersonInput> {
  readonly tenantId?: string;
  /** Activated, unless the options say otherwise. */
  readonly activated?: boolean;
  readonly roles?: readonly PlatformRole[];
  /** What the user uses; `application` of the bench unless given. */
  readonly application?: BenchApplication;
}

export interface AskOptions {
  readonly body?: unknown;
  readonly payload?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly prefix?: string;
}

type SomeUser = Pick<User, 'id' | 'tenantId'>;

export interface DirectoryBench {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly deps: DirectoryDeps;
  /** The application that users use unless they are made with another one. */
  readonly application: BenchApplication;
  /** A request to area B, in JSON unless headers say otherwise. */
  ask(caller: Caller | undefined, method: string, path: string, options?: AskOptions): Promise<LightMyRequestResponse>;
  makeTenant(): Promise<string>;
  makeUser(options?: UserOptions): Promise<BenchUser>;
  makeService(options?: ServiceOptions): Promise<string>;
  makeApplication(options?: ApplicationOptions): Promise<BenchApplication>;
  /** The same application, used by a person. */
  asUser(application: BenchApplication, user: SomeUser): Promise<Caller>;
  tokenFor(user: SomeUser, application: BenchApplication, claims?: Claims): Promise<string>;
  link(application: BenchApplication, serviceId: string, mayManageSubscriptions?: boolean): Promise<void>;
  subscribe(user: SomeUser, serviceId: string, state?: string, levelId?: string): Promise<void>;
  addAdministrator(serviceId: string, user: SomeUser): Promise<void>;
  mailsTo(address: string): Promise<SentMail[]>;
  auditOf(targetId: string): Promise<string[]>;
}

/**
 * Area B on a real database, with real keys and tokens; opened for a test file and closed after its last test. `parts`
 * stand in for what the bench has, such as the object store.
 */
export const useDirectoryBench = (parts: Partial<DirectoryDeps> = {}): (() => DirectoryBench) => {
  let opened: { bench: DirectoryBench; close: () => Promise<void> } | undefined;
  beforeAll(async () => {
    opened = await openDirectoryBench(parts);
  });
  afterAll(async () => await opened?.close());
  return () => {
    if (opened === undefined) throw new Error('The bench is not open.');
    return opened.bench;
  };
};

const openDirectoryBench = async (parts: Partial<DirectoryDeps>) => {
  const { app, deps, close } = await openDirectoryApp(parts);
  const { database, secretBox } = deps;
  const sign = await makeSigner(database, secretBox);

  const makeApplication: DirectoryBench['makeApplication'] = async (options = {}) => {
    const made = await insertApplication(database, options);
    const claims = { sub: made.servicePrincipalId, azp: made.id, tid: made.tenantId, scp: '', cver: 1 };
    return { ...made, token: await sign(claims) };
  };
  const application = await makeApplication();
  const tokenFor: DirectoryBench['tokenFor'] = async (user, through, claims = {}) =>
    await sign({
      sub: user.id,
      azp: through.id,
      tid: user.tenantId,
      scp: 'user_impersonation',
      uver: 1,
      cver: 1,
      gid: await makeGrant(database, user.id, through.id),
      ...claims,
    });

  const bench: DirectoryBench = {
    app,
    database,
    deps,
    application,
    ask: async (caller, method, path, { body, payload, headers = {}, prefix = '/services/v3' } = {}) =>
      await app.inject({
        method: method as 'GET',
        url: `${prefix}${path}`,
        headers: {
          ...(caller === undefined
            ? {}
            : { 'ocp-apim-subscription-key': caller.key, authorization: `Bearer ${caller.token}` }),
          ...headers,
        },
        ...(body === undefined ? (payload === undefined ? {} : { payload }) : { payload: body as object }),
      }),
    makeTenant: async () =>
      (await inTransaction(database, (t) => createTenant(t, acting, { name: `Tenant ${randomUUID()}` }))).id,
    makeUser: async ({
      tenantId = systemTenantId,
      activated = true,
      roles = [],
      application: through = application,
      ...person
    } = {}) => {
      const email = person.email ?? `${randomUUID()}@example.com`;
      const input = { tenantId, person: { ...person, email } };
      const { user } = await inTransaction(database, (t) => registerUser(t, acting, input));
      if (activated) {
        await sql`UPDATE users SET activated_at = now(), activation_deadline = NULL, email_verified_at = now()
          WHERE id = ${user.id}`.execute(database);
      }
      for (const role of roles)
        await database.insertInto('userPlatformRoles').values({ userId: user.id, role }).execute();
      const seen = activated ? { ...user, activated, emailVerified: true } : user;
      return { ...seen, key: through.key, token: await tokenFor(user, through) };
    },
    makeService: async (options = {}) => await insertService(database, options),
    makeApplication,
    asUser: async (given, user) => ({ key: given.key, token: await tokenFor(user, given) }),
    tokenFor,
    link: async ({ id }, serviceId, mayManage = true) =>
      await linkService(database, { applicationId: id, serviceId, position: 0, mayManage }),
    subscribe: async (user, serviceId, state = 'subscribing', levelId) => {
      await sql`INSERT INTO subscriptions (service_id, user_id, tenant_id, name_key, state, access_level_id)
        SELECT ${serviceId}, u.id, u.tenant_id, u.display_name_key, ${state}, ${levelId ?? null}
        FROM users u WHERE u.id = ${user.id}`.execute(database);
    },
    addAdministrator: async (serviceId, user) =>
      void (await database.insertInto('serviceAdministrators').values({ serviceId, userId: user.id }).execute()),
    mailsTo: async (address) => await readMails({ database, secretBox }, address),
    auditOf: async (targetId) => {
      const rows = await database
        .selectFrom('auditLog')
        .select('action')
        .where('targetId', '=', targetId)
        .orderBy('id')
        .execute();
      return rows.map(({ action }) => action);
    },
  };
  return { bench, close };
};
