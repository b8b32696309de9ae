import { type Static, Type } from 'typebox';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { type PageRequest, pageOf, pageQuery, readPage, toPage } from '../wire/page.ts';
import { id, nullable, pathIds, time } from '../wire/schemas.ts';
import {
  type AuditFilter,
  type AuditRecord,
  countAuditRecords,
  mostCounted,
  selectAuditRecords,
} from './audit-log-store.ts';

const tag = 'Audit log';

const recordSchema = Type.Object(
  {
    id: Type.String(),
    occurredOn: time,
    tenantId: nullable(id),
    actor: Type.Object({ kind: Type.String(), id: nullable(Type.String()), name: nullable(Type.String()) }),
    action: Type.String(),
    target: Type.Object({ kind: Type.String(), id: nullable(Type.String()) }),
    projectId: nullable(id),
    workspaceId: nullable(id),
    supportCode: nullable(Type.String()),
    ipAddress: nullable(Type.String()),
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'AuditRecord' },
);

const word = Type.Optional(Type.String({ maxLength: 300 }));
const filterQuery = {
  ...pageQuery,
  actorId: word,
  action: Type.Optional(Type.String({ maxLength: 100, description: 'Such as `application.deleted`.' })),
  targetKind: word,
  targetId: word,
  supportCode: word,
  from: Type.Optional(Type.String({ format: 'date-time', description: 'From this moment on.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Before this moment.' })),
};
const ownFilter = Type.Object(filterQuery);
const fullFilter = Type.Object({
  ...filterQuery,
  tenantId: Type.Optional(id),
  projectId: Type.Optional(id),
  workspaceId: Type.Optional(id),
});

const toRecord = (row: AuditRecord) => ({
  id: row.id,
  occurredOn: row.occurredAt,
  tenantId: row.tenantId,
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  action: row.action,
  target: { kind: row.targetKind, id: row.targetId },
  projectId: row.projectId,
  workspaceId: row.workspaceId,
  supportCode: row.supportCode,
  ipAddress: row.ipAddress,
  details: row.details,
});

const answers = {
  200: {
    description: `A page of records, newest first. No more than ${mostCounted} are counted.`,
    schema: pageOf(recordSchema),
  },
};

/** Who did what to which thing (goals R11). */
export const createAuditRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/audit',
    operationId: 'listAuditRecords',
    tag,
    summary: 'The audit log of the installation.',
    rule: deps.rules.platformAdministrator,
    query: fullFilter,
    answers,
    handler: async ({ query }) => await list(deps, query, readFilter(query)),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/{projectId}/audit',
    operationId: 'listProjectAuditRecords',
    tag,
    summary: 'The audit log of a project.',
    rule: deps.rules.projectMember('owner'),
    params: pathIds('projectId'),
    query: ownFilter,
    answers,
    handler: async ({ params, query }) => await list(deps, query, { ...readFilter(query), ...params }),
  }),
];

const readFilter = ({ from, to, pageIndex: _, pageSize: __, ...equal }: Static<typeof fullFilter>): AuditFilter => ({
  ...equal,
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
});

const list = async ({ database }: RouteDeps, query: PageRequest, filter: AuditFilter) => {
  const window = readPage(query);
  const records = await selectAuditRecords(database, filter, window);
  return toPage(window, records.map(toRecord), await countAuditRecords(database, filter));
};
