import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/index.ts';

/**
 * Submissions of one project run one after the other on all nodes (contract A11). An advisory lock, because a lock on the
 * project itself would keep its members and tokens from changing for as long.
 */
export async function lockProject(transaction: Transaction, projectId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`deployments of ${projectId}`}, 0))`.execute(transaction);
}
