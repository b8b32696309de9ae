import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { type Acting, createProject, createTenant, registerUser } from '../../../accounts/index.ts';
import {
  type Database,
  type Handle,
  inTransaction,
  openDatabase,
  openNotificationBus,
  type Transaction,
} from '../../../platform/database/index.ts';
import {
  createEncryptionKey,
  createKeyRing,
  createSecretBox,
  type SecretBox,
} from '../../../platform/secrets/index.ts';
import { ensureResourceGroup } from '../resources/ensure-resource-group.ts';
import type { ResourceGroup } from '../resources/resource-group-store.ts';

export interface BenchProject {
  readonly id: string;
  readonly tenantId: string;
  readonly ownerId: string;
}

/** What the tests of applications and services stand on: a database of their own, and quick ways to projects. */
export interface ResourcesBench {
  readonly database: Database;
  readonly box: SecretBox;
  readonly acting: Acting;
  /** Access levels that somebody holds, by id. */
  readonly subscribers: Map<string, number>;
  readonly countSubscribersOfLevel: (handle: Handle, levelId: string) => Promise<number>;
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  makeTenant(): Promise<string>;
  makeProject(tenantId?: string): Promise<BenchProject>;
  makeGroup(project?: BenchProject, fields?: Readonly<Record<string, unknown>>): Promise<ResourceGroup>;
  /** The actions that the audit log tells of a target, oldest first. */
  auditOf(targetId: string): Promise<string[]>;
  expectPublished(ids: readonly string[], work: () => Promise<unknown>): Promise<void>;
}

/** Opens the bench for a test file and closes it after the last test. */
export const useResourcesBench = (): (() => ResourcesBench) => {
  let opened: { bench: ResourcesBench; close: () => Promise<void> } | undefined;
  beforeAll(async () => {
    opened = await openBench();
  });
  afterAll(async () => await opened?.close());
  return () => {
    if (opened === undefined) throw new Error('The bench is not open.');
    return opened.bench;
  };
};

const openBench = async (): Promise<{ bench: ResourcesBench; close: () => Promise<void> }> => {
  const { connection, drop } = await createTestDatabase();
  const connections = openDatabase({ connection, poolSize: 12, longPoolSize: 1, onError: () => undefined });
  const database = connections.main;
  const acting: Acting = { actor: { kind: 'system' }, supportCode: 'bench' };
  const write: ResourcesBench['write'] = async (work) => await inTransaction(database, work);
  const makeTenant = async () => (await write((t) => createTenant(t, acting, { name: `Tenant ${randomUUID()}` }))).id;
  const makeProject: ResourcesBench['makeProject'] = async (tenantId) =>
    await write(async (t) => {
      const tenant = tenantId ?? (await createTenant(t, acting, { name: `Tenant ${randomUUID()}` })).id;
      const person = { email: `${randomUUID()}@example.com` };
      const { user } = await registerUser(t, acting, { tenantId: tenant, person });
      const project = await createProject(t, acting, { creator: user, name: 'Project' });
      return { id: project.id, tenantId: tenant, ownerId: user.id };
    });
  const subscribers = new Map<string, number>();
  const bench: ResourcesBench = {
    database,
    box: createSecretBox(createKeyRing([createEncryptionKey('test', randomBytes(32))])),
    acting,
    subscribers,
    countSubscribersOfLevel: async (_handle, levelId) => subscribers.get(levelId) ?? 0,
    write,
    makeTenant,
    makeProject,
    makeGroup: async (project, fields = {}) => {
      const place = project ?? (await makeProject());
      const resourceGroup = { name: `Group ${randomUUID()}`, ...fields };
      return (await write((t) => ensureResourceGroup(t, acting, { project: place, resourceGroup }))).group;
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
  };
  const close = async () => {
    await connections.close();
    await drop();
  };
  return { bench, close };
};
