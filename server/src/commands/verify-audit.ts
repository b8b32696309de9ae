import type { Config } from '../config.ts';
import { auditFolderOf } from '../data-folder.ts';
import { checkpointPublicKeys, formatAuditReport, openCheckpointFile, verifyAudit } from '../platform/audit/index.ts';
import { withDatabases } from './with-databases.ts';

/** `portolan audit verify`: exit code 0 when the log is intact, 2 when it is not. */
export const verifyAuditLog = async (config: Config): Promise<number> =>
  await withDatabases(config, async (databases, ring) => {
    const checkpoints = await openCheckpointFile({ folder: auditFolderOf(config) }).readAll();
    const deps = { database: databases.longWork, publicKeys: checkpointPublicKeys(ring) };
    const report = await verifyAudit(deps, [checkpoints]);
    process.stdout.write(`${formatAuditReport(report)}\n`);
    return report.intact ? 0 : 2;
  });
