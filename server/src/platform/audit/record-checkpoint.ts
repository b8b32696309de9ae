import type { Database } from '../database/index.ts';
import { AppError } from '../errors/app-error.ts';
import { readChainHash, readChainHead } from './audit-store.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import type { CheckpointSigner } from './checkpoint-keys.ts';

export type CheckpointOutcome = 'written' | 'unchanged' | 'conflict';

export interface RecordCheckpointDeps {
  readonly database: Database;
  readonly checkpoints: CheckpointFile;
  readonly signer: CheckpointSigner;
  /** Names this node in its checkpoints. */
  readonly node: string;
  readonly now: () => Date;
}

/**
 * Notes how the chain stands, unless it contradicts what this node noted last: a checkpoint must never bless a chain that
 * was rewritten, so from then on nothing is added until somebody has looked.
 */
export const recordCheckpoint = async (deps: RecordCheckpointDeps): Promise<CheckpointOutcome> => {
  const last = await deps.checkpoints.readLast().catch(explainUnusable);
  if (last !== undefined && !(await stillStands(deps.database, last))) return 'conflict';
  // Read after its transaction has committed: what is noted here must not be undone by a crash.
  const head = await readChainHead(deps.database);
  // After a rotation the same head is noted once more, so that the old key is not needed to verify it.
  if (head.position === 0 || (head.position === last?.position && last.key === deps.signer.key)) return 'unchanged';
  const checkpoint = deps.signer.sign({
    position: head.position,
    hash: head.hash.toString('hex'),
    writtenAt: deps.now().toISOString(),
    node: deps.node,
  });
  await deps.checkpoints.append(checkpoint).catch(explainUnusable);
  return 'written';
};

const stillStands = async (database: Database, checkpoint: Checkpoint): Promise<boolean> => {
  const hash = await readChainHash(database, checkpoint.position);
  return hash?.toString('hex') === checkpoint.hash;
};

const explainUnusable = (cause: unknown): never => {
  const message = 'The checkpoints of the audit log cannot be read or written: look at their folder and its rights.';
  throw new AppError('unavailable', 'audit.checkpoint-unusable', message, { cause });
};
