import { randomUUID } from 'node:crypto';
import { ensureResourceGroup, upsertService } from '../../identity/services/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { Caller, PortalBench } from './portal-bench.ts';

const acting = { actor: { kind: 'system' } };

export interface DeployedService {
  readonly project: string;
  readonly serviceId: string;
  readonly name: string;
}

/** What templates do not say of a service, and its subscriptions go by. */
export interface ServiceWays {
  readonly selfSubscribe?: boolean;
  readonly approvalNeeded?: boolean;
  readonly visible?: boolean;
  readonly public?: boolean;
}

/** A project of the owner with one service, as a deployment makes it. */
export const deployService = async (
  bench: PortalBench,
  owner: Caller,
  ways: ServiceWays = {},
): Promise<DeployedService> => {
  const made = await bench.ask(owner, 'POST', '/projects', { body: { name: `Project ${randomUUID()}` } });
  const projectId = String(made.json().id);
  const name = `Service ${randomUUID()}`;
  const serviceId = await inTransaction(bench.database, async (transaction) => {
    const { group } = await ensureResourceGroup(transaction, acting, {
      project: { id: projectId, tenantId: owner.tenantId },
      resourceGroup: { name: 'Group one' },
    });
    const { resource } = await upsertService(transaction, { countSubscribersOfLevel: async () => 0 }, acting, {
      group,
      resource: {
        name,
        resourceType: 'platform.service',
        sku: 'standard',
        sections: { properties: { serviceUrl: 'https://s.example.com' } },
      },
    });
    if (Object.keys(ways).length > 0) {
      await transaction.updateTable('services').set(ways).where('id', '=', String(resource.id)).execute();
    }
    return String(resource.id);
  });
  return { project: `/projects/${projectId}`, serviceId, name };
};
