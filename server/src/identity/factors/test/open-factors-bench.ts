import { randomUUID } from 'node:crypto';
import { openTestStore, type TestStore } from '../../../../test/open-test-store.ts';
import { createTestPasswords, createTestSecrets, type TestSecrets } from '../../../../test/test-secrets.ts';
import { useBench } from '../../../../test/use-bench.ts';
import {
  type Acting,
  activateUser,
  inviteUser,
  registerUser,
  systemTenantId,
  type User,
} from '../../../accounts/index.ts';
import { type Database, inTransaction } from '../../../platform/database/index.ts';
import type { PasswordHasher } from '../../../platform/secrets/index.ts';

export const goodPassword = 'a sentence that only I know';

export interface FactorsBench
  extends Pick<TestStore, 'database' | 'write' | 'auditOf'>,
    Pick<TestSecrets, 'ring' | 'box'> {
  readonly passwords: PasswordHasher;
  readonly acting: Acting;
  /** The clock of the test: stands still until it is moved. */
  readonly now: () => Date;
  moveClock(seconds: number): void;
  /** Somebody who has come through the invitation and has `goodPassword`. */
  makeUser(email?: string, tenantId?: string): Promise<User>;
}

const openBench = async (): Promise<{ bench: FactorsBench; close: () => Promise<void> }> => {
  const store = await openTestStore(8);
  const passwords = await createTestPasswords();
  let time = Date.now();
  const bench: FactorsBench = {
    ...store,
    ...createTestSecrets(),
    passwords,
    acting: { actor: { kind: 'anonymous' }, supportCode: 'bench' },
    now: () => new Date(time),
    moveClock: (seconds) => {
      time += seconds * 1000;
    },
    makeUser: async (email, tenantId) => await makeUser({ database: store.database, passwords }, email, tenantId),
  };
  return { bench, close: store.close };
};

export const useFactorsBench = (): (() => FactorsBench) => useBench(openBench);

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
