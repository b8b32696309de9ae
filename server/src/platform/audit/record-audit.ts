import { isIP } from 'node:net';
import { sql } from 'kysely';
import { executePrepared, type Transaction } from '../database/index.ts';
import { AppError } from '../errors/app-error.ts';
import type { AuditEntry } from './audit-entry.ts';
import { blotSecrets, storableText } from './blot-secrets.ts';

const longestId = 300;
const mostDetailBytes = 16_384;

/**
 * Writes audit rows in the transaction of the change that they tell of: both happen or neither. One statement however
 * many entries; ids follow their order.
 */
export const recordAudit = async (transaction: Transaction, ...entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  await executePrepared(
    transaction,
    'record audit',
    sql`SELECT record_audit(${auditRowsAsJson(toAuditRows(entries))}::jsonb)`,
  );
};

/** An entry in the words of the function `record_audit`. */
export type AuditRowToWrite = ReturnType<typeof toColumns>;

/** For changes that write audit rows in a statement of their own. */
export const toAuditRows = (entries: readonly AuditEntry[]): readonly AuditRowToWrite[] => entries.map(toColumns);

/** What `record_audit` takes: the rows get their ids in this order. */
export const auditRowsAsJson = (rows: readonly AuditRowToWrite[]): string =>
  JSON.stringify(rows.map((row, place) => ({ place, ...row })));

const toColumns = (entry: AuditEntry) => ({
  tenant_id: entry.tenantId,
  actor_kind: entry.actor.kind,
  actor_id: toId(entry.actor.id),
  action: entry.action,
  target_kind: entry.target.kind,
  target_id: toId(entry.target.id),
  project_id: entry.projectId,
  workspace_id: entry.workspaceId,
  support_code: toId(entry.supportCode),
  ip_address: toIpAddress(entry.ipAddress),
  details: toDetails(entry.details),
});

// Longer ones would not fit into the index, and fail the change.
const toId = (id: string | undefined): string | undefined =>
  id === undefined ? undefined : storableText(id.length > longestId ? `${id.slice(0, longestId)}…` : id);

/** Without an interface name, and an IPv4 address in its own form even when it came through an IPv6 socket. */
const toIpAddress = (address: string | undefined): string | undefined => {
  const plain = address?.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return plain !== undefined && isIP(plain) !== 0 ? plain : undefined;
};

const toDetails = (details: AuditEntry['details']): unknown => {
  const plain = blotSecrets(details ?? {});
  if (Buffer.byteLength(JSON.stringify(plain)) > mostDetailBytes) {
    throw new AppError(
      'tooLarge',
      'audit.details-too-large',
      'The change is too large to be written to the audit log.',
    );
  }
  return plain;
};
