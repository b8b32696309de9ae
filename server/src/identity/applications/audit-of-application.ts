import type { Acting } from '../../accounts/index.ts';
import type { AuditEntry } from '../../platform/audit/index.ts';
import type { StoredApplication } from './application-store.ts';

/** An audit entry about an application. Never give it a secret. */
export const auditOfApplication = (
  acting: Acting,
  application: Pick<StoredApplication, 'id' | 'tenantId' | 'projectId' | 'name'>,
  action: `application.${string}`,
  details: Readonly<Record<string, unknown>> = {},
): AuditEntry => ({
  ...acting,
  action,
  target: { kind: 'application', id: application.id },
  tenantId: application.tenantId,
  projectId: application.projectId ?? undefined,
  details: { name: application.name, ...details },
});
