import type { Acting } from '../../accounts/index.ts';
import type { Handle } from '../../platform/database/index.ts';
import { auditOfService } from './audit-of-service.ts';
import type { KnownServices } from './known-services.ts';
import { prepareService, type ServiceDeps } from './prepare-service.ts';
import { provisionedService } from './provisioned-service.ts';
import type { PlainChange } from './resources/plain-change.ts';
import type { ResourceInput } from './resources/resource-input.ts';
import { columnsOf } from './service-store.ts';

const elsewhere = '/sections/advanced/accessLevels/accessLevels';

/** The change of a service that moves no other and keeps its levels; undefined where it does more. Writes nothing. */
export const changeServicePlainly = async (
  handle: Handle,
  deps: ServiceDeps,
  acting: Acting,
  input: ResourceInput & { readonly known: KnownServices },
): Promise<PlainChange | undefined> => {
  const { name, current, wanted, changes, findings, movesTree } = await prepareService(
    handle,
    deps,
    input.known,
    input,
  );
  if (current === undefined || movesTree || changes.some(({ path }) => path === elsewhere)) return undefined;
  const { id, revision } = current;
  const { sku, tags, locked } = wanted;
  const isChanged = changes.length > 0;
  return {
    action: isChanged ? 'update' : 'noChange',
    resource: provisionedService(id, name, wanted),
    revision: isChanged ? revision + 1 : revision,
    changes,
    effects: [],
    warnings: findings.warnings,
    row: isChanged
      ? { table: 'services', resource: { id, sku, tags, locked }, columns: { id, ...columnsOf(wanted) } }
      : undefined,
    audit: isChanged ? [auditOfService(acting, current, 'update', changes)] : [],
  };
};
