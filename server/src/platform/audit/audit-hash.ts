import { hash } from 'node:crypto';
import type { AuditRow } from './audit-entry.ts';
import { canonicalJson } from './canonical-json.ts';

/** One link of the chain, as the table audit_chain holds it. */
export interface ChainLink {
  readonly position: number;
  readonly auditId: string;
  readonly entryFormat: number;
  readonly entryHash: Buffer;
  readonly previousHash: Buffer;
  readonly chainedAt: string;
  readonly hash: Buffer;
}

/** What stands before the first link. */
export const beforeFirst: Buffer = Buffer.alloc(32);

export const currentEntryFormat = 1;

/**
 * The columns of audit_log that each format covers, in their order: all but the id, which the link holds. A column that is
 * added later needs a new format; rows chained before keep theirs.
 */
export const entryFormats: Readonly<Record<number, readonly (keyof AuditRow)[]>> = {
  1: [
    'occurredAt',
    'tenantId',
    'actorKind',
    'actorId',
    'action',
    'targetKind',
    'targetId',
    'projectId',
    'workspaceId',
    'supportCode',
    'ipAddress',
    'details',
  ],
};

export const isKnownFormat = (format: number): boolean => entryFormats[format] !== undefined;

/** SHA-256 over a JSON array, so that no value can run into the next one. */
export const hashEntry = (row: AuditRow, format: number): Buffer => {
  const columns = entryFormats[format];
  if (columns === undefined) throw new RangeError(`entry format ${format} is unknown`);
  const values = columns.map((column) =>
    column === 'details' ? canonicalJson(row.details) : JSON.stringify(row[column]),
  );
  return sha256(`["portolan audit entry",${format},${values.join(',')}]`);
};

export const hashLink = (link: Omit<ChainLink, 'hash'>): Buffer =>
  sha256(
    JSON.stringify([
      'portolan audit link',
      1,
      link.position,
      link.auditId,
      link.entryFormat,
      link.entryHash.toString('hex'),
      link.previousHash.toString('hex'),
      link.chainedAt,
    ]),
  );

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');
