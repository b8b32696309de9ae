export type { AuditEntry, AuditParty } from './audit-entry.ts';
export type { AuditProblem, AuditProblemKind, AuditReport } from './audit-report.ts';
export { type ChainAuditDeps, type ChainAuditResult, chainAuditRows } from './chain-audit-rows.ts';
export { type CheckpointFile, type CheckpointList, openCheckpointFile } from './checkpoint-file.ts';
export {
  type CheckpointPublicKeys,
  type CheckpointSigner,
  checkpointPublicKeys,
  createCheckpointSigner,
} from './checkpoint-keys.ts';
export { formatAuditReport } from './format-audit-report.ts';
export { type AuditRowToWrite, auditRowsAsJson, recordAudit, toAuditRows } from './record-audit.ts';
export { type VerifyAuditDeps, verifyAudit } from './verify-audit.ts';
