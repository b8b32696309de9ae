import { randomUUID } from 'node:crypto';
import { actingSystem, openTestStore, type TestStore } from '../../../test/open-test-store.ts';
import { createTestPasswords, createTestSecrets } from '../../../test/test-secrets.ts';
import { useBench } from '../../../test/use-bench.ts';
import type { OneTimeCodes, PasswordHasher } from '../../platform/secrets/index.ts';
import { type Acting, type PersonInput, registerUser, systemTenantId, type User } from '../index.ts';
import { setUserActivated } from '../users/user-store.ts';

/** What the tests of this room stand on: a database of their own, and quick ways to people and tenants. */
export interface AccountsBench extends Omit<TestStore, 'connect' | 'close' | 'expectPublished'> {
  readonly passwords: PasswordHasher;
  readonly oneTimeCodes: OneTimeCodes;
  /** Somebody who may do everything; rules of who may what stand at the edge. */
  readonly acting: Acting;
  makeUser(person?: Partial<PersonInput>, tenantId?: string): Promise<User>;
  makeActiveUser(person?: Partial<PersonInput>, tenantId?: string): Promise<User>;
  expectPublished(id: string, work: () => Promise<unknown>): Promise<void>;
}

const openBench = async (): Promise<{ bench: AccountsBench; close: () => Promise<void> }> => {
  const store = await openTestStore();
  const makeUser: AccountsBench['makeUser'] = async (person = {}, tenantId = systemTenantId) => {
    const email = person.email ?? `${randomUUID()}@example.com`;
    const input = { tenantId, person: { ...person, email } };
    return (await store.write((transaction) => registerUser(transaction, actingSystem, input))).user;
  };
  const bench: AccountsBench = {
    ...store,
    passwords: await createTestPasswords(),
    oneTimeCodes: createTestSecrets().oneTimeCodes,
    acting: actingSystem,
    makeUser,
    makeActiveUser: async (person, tenantId) => {
      const user = await makeUser(person, tenantId);
      await store.write((transaction) => setUserActivated(transaction, user.id));
      return { ...user, activated: true, emailVerified: true };
    },
    expectPublished: async (id, work) => await store.expectPublished([id], work),
  };
  return { bench, close: store.close };
};

export const useAccountsBench = (): (() => AccountsBench) => useBench(openBench);
