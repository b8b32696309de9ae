import { randomUUID } from 'node:crypto';
import { actingSystem, openTestStore, type TestStore } from '../../../../test/open-test-store.ts';
import { createTestSecrets } from '../../../../test/test-secrets.ts';
import { useBench } from '../../../../test/use-bench.ts';
import { type Acting, createProject, createTenant, registerUser } from '../../../accounts/index.ts';
import type { Handle } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secrets/index.ts';
import { ensureResourceGroup } from '../resources/ensure-resource-group.ts';
import type { ResourceGroup } from '../resources/resource-group-store.ts';

export interface BenchProject {
  readonly id: string;
  readonly tenantId: string;
  readonly ownerId: string;
}

/** What the tests of applications and services stand on: a database of their own, and quick ways to projects. */
export interface ResourcesBench extends Omit<TestStore, 'connect' | 'close'> {
  readonly box: SecretBox;
  readonly acting: Acting;
  /** Access levels that somebody holds, by id. */
  readonly subscribers: Map<string, number>;
  readonly countSubscribersOfLevel: (handle: Handle, levelId: string) => Promise<number>;
  makeProject(tenantId?: string): Promise<BenchProject>;
  makeGroup(project?: BenchProject, fields?: Readonly<Record<string, unknown>>): Promise<ResourceGroup>;
}

const openBench = async (): Promise<{ bench: ResourcesBench; close: () => Promise<void> }> => {
  const store = await openTestStore();
  const acting = actingSystem;
  const { write } = store;
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
    ...store,
    box: createTestSecrets().box,
    acting,
    subscribers,
    countSubscribersOfLevel: async (_handle, levelId) => subscribers.get(levelId) ?? 0,
    makeProject,
    makeGroup: async (project, fields = {}) => {
      const place = project ?? (await makeProject());
      const resourceGroup = { name: `Group ${randomUUID()}`, ...fields };
      return (await write((t) => ensureResourceGroup(t, acting, { project: place, resourceGroup }))).group;
    },
  };
  return { bench, close: store.close };
};

export const useResourcesBench = (): (() => ResourcesBench) => useBench(openBench);
