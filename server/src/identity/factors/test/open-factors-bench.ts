import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import {
  type Acting,
  activateUser,
  inviteUser,
  registerUser,
  systemTenantId,
  type User,
} from '../../../accounts/index.ts';
import { type Database, inTransaction, openDatabase, type Transaction } from '../../../platform/database/index.ts';
import {
  createEncryptionKey,
  createKeyRing,
  createPasswordHasher,
  createSecretBox,
  type KeyRing,
  loadArgon2id,
  type PasswordHasher,
  type SecretBox,
} from '../../../platform/secrets/index.ts';

export const goodPassword = 'a sentence that only I know';

export interface FactorsBench {
  readonly database: Database;
  readonly ring: KeyRing;
  readonly box: SecretBox;
  readonly passwords: PasswordHasher;
  readonly acting: Acting;
  /** The clock of the test: stands still until it is moved. */
  readonly now: () => Date;
  moveClock(seconds: number): void;
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Somebody who has come through the invitation and has `goodPassword`. */
  makeUser(email?: string, tenantId?: string): Promise<User>;
  auditOf(userId: string): Promise<string[]>;
}

/** Opens the bench for a test file and closes it after the last test. */
export const useFactorsBench = (): (() => FactorsBench) => {
  let opened: { bench: FactorsBench; close: () => Promise<void> } | undefined;
  beforeAll(async () => {
    opened = await openBench();
  });
  afterAll(async () => await opened?.close());
  return () => {
    if (opened === undefined) throw new Error('The bench is not open.');
    return opened.bench;
  };
};

const openBench = async (): Promise<{ bench: FactorsBench; close: () => Promise<void> }> => {
  const { connection, drop } = await createTestDatabase();
  const connections = openDatabase({ connection, poolSize: 8, longPoolSize: 1, onError: () => undefined });
  const ring = createKeyRing([createEncryptionKey('test', randomBytes(32))]);
  // Real argon2id at the least cost that it takes.
  const cost = { memory: 64, passes: 1, parallelism: 1 };
  const passwords = createPasswordHasher({ argon2id: await loadArgon2id(), cost });
  const database = connections.main;
  let time = Date.now();
  const bench: FactorsBench = {
    database,
    ring,
    box: createSecretBox(ring),
    passwords,
    acting: { actor: { kind: 'anonymous' }, supportCode: 'bench' },
    now: () => new Date(time),
    moveClock: (seconds) => {
      time += seconds * 1000;
    },
    write: async (work) => await inTransaction(database, work),
    makeUser: async (email, tenantId) => await makeUser({ database, passwords }, email, tenantId),
    auditOf: async (userId) => {
      const rows = await database
        .selectFrom('auditLog')
        .select('action')
        .where('targetId', '=', userId)
        .orderBy('id')
        .execute();
      return rows.map(({ action }) => action);
    },
  };
  return {
    bench,
    close: async () => {
      await connections.close();
      await drop();
    },
  };
};

const system: Acting = { actor: { kind: 'system' } };

/** The way of real people: registered, invited, activated. */
export const makeUser = async (
  deps: { readonly database: Database; readonly passwords: PasswordHasher },
  email = `${randomUUID()}@example.com`,
  tenantId = systemTenantId,
): Promise<User> => {
  const { token } = await inTransaction(deps.database, async (transaction) => {
    const person = { email, firstName: 'Ada', lastName: 'Lovelace' };
    const { user } = await registerUser(transaction, system, { tenantId, person });
    return await inviteUser(transaction, system, { userId: user.id, scope: 'everyTenant' });
  });
  return await activateUser(deps, system, {
    token,
    password: goodPassword,
    acceptPlatformTerms: true,
    acceptServiceTerms: true,
  });
};
