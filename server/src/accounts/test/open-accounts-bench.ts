import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import {
  type Database,
  type DatabaseConnections,
  inTransaction,
  openDatabase,
  openNotificationBus,
  type Transaction,
} from '../../platform/database/index.ts';
import {
  createEncryptionKey,
  createKeyRing,
  createOneTimeCodes,
  createPasswordHasher,
  loadArgon2id,
  type OneTimeCodes,
  type PasswordHasher,
} from '../../platform/secrets/index.ts';
import { type Acting, createTenant, type PersonInput, registerUser, systemTenantId, type User } from '../index.ts';
import { setUserActivated } from '../users/user-store.ts';

/** What the tests of this room stand on: a database of their own, and quick ways to people and tenants. */
export interface AccountsBench {
  readonly database: Database;
  readonly passwords: PasswordHasher;
  readonly oneTimeCodes: OneTimeCodes;
  /** Somebody who may do everything; rules of who may what stand at the edge. */
  readonly acting: Acting;
  /** One transaction. */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  makeTenant(): Promise<string>;
  makeUser(person?: Partial<PersonInput>, tenantId?: string): Promise<User>;
  makeActiveUser(person?: Partial<PersonInput>, tenantId?: string): Promise<User>;
  /** The actions that the audit log tells of a target, oldest first. */
  auditOf(targetId: string): Promise<string[]>;
  /** The ids that were published on the topic `credential` by the work. */
  expectPublished(id: string, work: () => Promise<unknown>): Promise<void>;
}

/** Opens the bench for a test file and closes it after the last test. */
export const useAccountsBench = (): (() => AccountsBench) => {
  let opened: { bench: AccountsBench; close: () => Promise<void> } | undefined;
  beforeAll(async () => {
    opened = await openBench();
  });
  afterAll(async () => await opened?.close());
  return () => {
    if (opened === undefined) throw new Error('The bench is not open.');
    return opened.bench;
  };
};

const openBench = async (): Promise<{ bench: AccountsBench; close: () => Promise<void> }> => {
  const { connection, drop } = await createTestDatabase();
  const connections: DatabaseConnections = openDatabase({
    connection,
    poolSize: 12,
    longPoolSize: 1,
    onError: () => undefined,
  });
  const database = connections.main;
  const acting: Acting = { actor: { kind: 'system' }, supportCode: 'bench' };
  const write: AccountsBench['write'] = async (work) => await inTransaction(database, work);
  const makeUser: AccountsBench['makeUser'] = async (person = {}, tenantId = systemTenantId) => {
    const email = person.email ?? `${randomUUID()}@example.com`;
    return (await write((transaction) => registerUser(transaction, acting, { tenantId, person: { ...person, email } })))
      .user;
  };
  const bench: AccountsBench = {
    database,
    // Real argon2id at the least cost that it takes.
    passwords: createPasswordHasher({
      argon2id: await loadArgon2id(),
      cost: { memory: 64, passes: 1, parallelism: 1 },
    }),
    oneTimeCodes: createOneTimeCodes(createKeyRing([createEncryptionKey('test', randomBytes(32))])),
    acting,
    write,
    makeTenant: async () => (await write((t) => createTenant(t, acting, { name: `Tenant ${randomUUID()}` }))).id,
    makeUser,
    makeActiveUser: async (person, tenantId) => {
      const user = await makeUser(person, tenantId);
      await write((transaction) => setUserActivated(transaction, user.id));
      return { ...user, activated: true, emailVerified: true };
    },
    auditOf: async (targetId) => {
      const rows = await database
        .selectFrom('auditLog')
        .select('action')
        .where('targetId', '=', targetId)
        .orderBy('id')
        .execute();
      return rows.map(({ action }) => action);
    },
    expectPublished: async (id, work) => {
      const heard: string[] = [];
      const bus = await openNotificationBus(connection, () => undefined);
      bus.subscribe('credential', (payload) => heard.push(payload));
      try {
        await work();
        await expect.poll(() => heard, { timeout: 2_000 }).toContain(id);
      } finally {
        await bus.close();
      }
    },
  };
  const close = async () => {
    await connections.close();
    await drop();
  };
  return { bench, close };
};
