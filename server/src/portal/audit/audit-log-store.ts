import { type ExpressionBuilder, sql } from 'kysely';
import type { Handle, Tables } from '../../platform/database/index.ts';

export interface AuditFilter {
  readonly tenantId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly targetKind?: string | undefined;
  readonly targetId?: string | undefined;
  readonly supportCode?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface AuditRecord {
  readonly id: string;
  readonly occurredAt: Date;
  readonly tenantId: string | null;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly action: string;
  readonly targetKind: string;
  readonly targetId: string | null;
  readonly projectId: string | null;
  readonly workspaceId: string | null;
  readonly supportCode: string | null;
  readonly ipAddress: string | null;
  readonly details: unknown;
}

/** Counted no further: whoever looks at so many rows needs a filter. */
export const mostCounted = 100_000;

const matches = (filter: AuditFilter) => (eb: ExpressionBuilder<Tables, 'auditLog'>) => {
  const equal = {
    tenantId: filter.tenantId,
    projectId: filter.projectId,
    workspaceId: filter.workspaceId,
    actorId: filter.actorId,
    action: filter.action,
    targetKind: filter.targetKind,
    targetId: filter.targetId,
    supportCode: filter.supportCode,
  };
  return eb.and([
    ...Object.entries(equal).flatMap(([name, value]) =>
      value === undefined ? [] : [eb(`auditLog.${name as keyof typeof equal}`, '=', value)],
    ),
    ...(filter.from === undefined ? [] : [eb('auditLog.occurredAt', '>=', filter.from)]),
    ...(filter.to === undefined ? [] : [eb('auditLog.occurredAt', '<', filter.to)]),
  ]);
};

/** The actor where it is a user: ids of other kinds need not be UUIDs. */
const userActor = sql<string>`CASE WHEN audit_log.actor_kind = 'user' AND audit_log.actor_id ~ '^[0-9a-f-]{36}$'
  THEN audit_log.actor_id::uuid END`;

/** Newest first. */
export const selectAuditRecords = async (
  handle: Handle,
  filter: AuditFilter,
  page: { readonly limit: number; readonly skip: number },
): Promise<AuditRecord[]> =>
  await handle
    .selectFrom('auditLog')
    .select([
      'auditLog.id',
      'occurredAt',
      'auditLog.tenantId',
      'actorKind',
      'actorId',
      'action',
      'targetKind',
      'targetId',
      'projectId',
      'workspaceId',
      'supportCode',
      sql<string | null>`host(ip_address)`.as('ipAddress'),
      'details',
    ])
    .select((eb) => eb.selectFrom('users').select('displayName').where('users.id', '=', userActor).as('actorName'))
    .where(matches(filter))
    .orderBy('auditLog.id', 'desc')
    .limit(page.limit)
    .offset(page.skip)
    .execute();

export const countAuditRecords = async (handle: Handle, filter: AuditFilter): Promise<number> => {
  const { count } = await handle
    .selectFrom(
      handle.selectFrom('auditLog').select(sql`1`.as('one')).where(matches(filter)).limit(mostCounted).as('counted'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
};
