import type { Acting } from '../../accounts/index.ts';
import type { AuditEntry } from '../../platform/audit/index.ts';
import type { FieldChange } from './resources/describe-change.ts';
import type { StoredService } from './service-store.ts';

/** What the audit log says of a service that was made or changed: which fields, never their values. */
export const auditOfService = (
  acting: Acting,
  { id, tenantId, projectId, name }: Pick<StoredService, 'id' | 'tenantId' | 'projectId' | 'name'>,
  action: 'create' | 'update',
  changes: readonly FieldChange[],
): AuditEntry => ({
  ...acting,
  action: action === 'create' ? 'service.created' : 'service.changed',
  target: { kind: 'service', id },
  tenantId,
  projectId,
  details: { name, fields: changes.map(({ path }) => path) },
});
