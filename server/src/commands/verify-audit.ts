import type { Config } from '../config.ts';
import { checkpointPublicKeys, formatAuditReport, openCheckpointFile, verifyAudit } from '../platform/audit/index.ts';
import { openDatabase } from '../platform/database/index.ts';
import { openKeyRing } from '../platform/secrets/index.ts';
import { auditFolderOf, keyFileOf, openStoreBeside } from './open-store.ts';

/** `portolan audit verify`: exit code 0 when the log is intact, 2 when it is not. */
export const verifyAuditLog = async (config: Config): Promise<number> => {
  const ring = await openKeyRing({
    environmentValue: config.encryptionKeys,
    file: keyFileOf(config),
    whenMissing: 'refuse',
  });
  const store = await openStoreBeside(config);
  try {
    const databases = openDatabase({
      connection: store.connection,
      poolSize: 2,
      longPoolSize: 1,
      onError: () => undefined,
    });
    try {
      const checkpoints = await openCheckpointFile({ folder: auditFolderOf(config) }).readAll();
      const report = await verifyAudit({ database: databases.longWork, publicKeys: checkpointPublicKeys(ring) }, [
        checkpoints,
      ]);
      process.stdout.write(`${formatAuditReport(report)}\n`);
      return report.intact ? 0 : 2;
    } finally {
      await databases.close();
    }
  } finally {
    await store.close();
  }
};
