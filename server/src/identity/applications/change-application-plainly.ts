import type { Acting } from '../../accounts/index.ts';
import type { Handle } from '../../platform/database/index.ts';
import type { PlainChange } from '../services/resources/plain-change.ts';
import type { ResourceInput } from '../services/resources/resource-input.ts';
import { columnsOf } from './application-rows.ts';
import type { ApplicationSettings } from './application-settings.ts';
import { auditOfApplication } from './audit-of-application.ts';
import type { KnownApplications } from './known-applications.ts';
import { type ApplicationDeps, prepareApplication } from './prepare-application.ts';
import { provisionedApplication } from './wire/provisioned-application.ts';

/** What stands in tables of its own, and what other resources of the template may look at, or tokens hang on. */
const notPlain = [
  'isApi',
  'clientType',
  'appIdUri',
  'publishedScopes',
  'services',
  'apiProductSubscriptions',
  'clients',
  'apiAccesses',
] as const satisfies readonly (keyof ApplicationSettings)[];

/**
 * The change of an application that keeps its kind, lists, secrets and keys; undefined where it does more. Writes nothing.
 */
export const changeApplicationPlainly = async (
  handle: Handle,
  { box }: ApplicationDeps,
  acting: Acting,
  input: ResourceInput & { readonly known: KnownApplications },
): Promise<PlainChange | undefined> => {
  const { current, wanted, changes, secrets, findings } = await prepareApplication(handle, input.known, input);
  if (current === undefined || secrets.effects.length > 0) return undefined;
  const isChanged = changes.length > 0;
  if (isChanged && notPlain.some((member) => !isSame(current.settings[member], wanted[member]))) return undefined;
  const { id } = current;
  const { sku, tags, locked } = wanted;
  const stored = isChanged ? { ...current, settings: wanted, revision: current.revision + 1 } : current;
  const fields = changes.map(({ path }) => path);
  return {
    action: isChanged ? 'update' : 'noChange',
    resource: provisionedApplication(stored, box),
    revision: stored.revision,
    changes,
    effects: [],
    warnings: findings.warnings,
    row: isChanged
      ? { table: 'applications', resource: { id, sku, tags, locked }, columns: { id, ...columnsOf(wanted) } }
      : undefined,
    audit: isChanged ? [auditOfApplication(acting, current, 'application.changed', { fields })] : [],
  };
};

/** Members may be the same objects, read once; otherwise their text tells. */
const isSame = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right);
