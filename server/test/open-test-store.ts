import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Acting, createTenant } from '../src/accounts/index.ts';
import {
  type Database,
  type DatabaseConnections,
  inTransaction,
  openDatabase,
  openNotificationBus,
  type Transaction,
} from '../src/platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** A database of a test's own, with what most tests do there. */
export interface TestStore {
  readonly connection: TestDatabase['connection'];
  readonly database: Database;
  /** Connections of a further node. Closed by whoever opens them. */
  connect(): DatabaseConnections;
  /** One transaction. */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  makeTenant(name?: string): Promise<string>;
  /** The actions that the audit log tells of a target, oldest first. */
  auditOf(targetId: string): Promise<string[]>;
  /** The work publishes these ids on the topic `credential`. */
  expectPublished(ids: readonly string[], work: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

export const actingSystem: Acting = { actor: { kind: 'system' }, supportCode: 'bench' };

export const openTestStore = async (poolSize = 12): Promise<TestStore> => {
  const { connection, drop } = await createTestDatabase();
  const connect = () => openDatabase({ connection, poolSize, longPoolSize: 1, onError: () => undefined });
  const connections = connect();
  const database = connections.main;
  const write: TestStore['write'] = async (work) => await inTransaction(database, work);
  return {
    connection,
    database,
    connect,
    write,
    makeTenant: async (name = `Tenant ${randomUUID()}`) =>
      (await write((transaction) => createTenant(transaction, actingSystem, { name }))).id,
    auditOf: async (targetId) => {
      const rows = await database
        .selectFrom('auditLog')
        .select('action')
        .where('targetId', '=', targetId)
        .orderBy('id')
        .execute();
      return rows.map(({ action }) => action);
    },
    expectPublished: async (ids, work) => {
      const heard: string[] = [];
      const bus = await openNotificationBus(connection, () => undefined);
      bus.subscribe('credential', (payload) => heard.push(payload));
      try {
        await work();
        await expect.poll(() => heard, { timeout: 2_000 }).toEqual(expect.arrayContaining([...ids]));
      } finally {
        await bus.close();
      }
    },
    close: async () => {
      await connections.close();
      await drop();
    },
  };
};
