import type { CheckpointCounts, ProblemList } from './audit-report.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { CheckpointList } from './checkpoint-file.ts';
import { type CheckpointPublicKeys, checkSignature } from './checkpoint-keys.ts';

export interface CheckpointCheck {
  /** Each link of the chain as it stands in the database. */
  see(position: number, hash: Buffer): void;
  /** To be called once, after the last link. */
  finish(headPosition: number): CheckpointCounts;
}

/** Compares the chain with the notes that were taken of it. Forged notes are reported and otherwise not believed. */
export const createCheckpointCheck = (
  lists: readonly CheckpointList[],
  keys: CheckpointPublicKeys,
  problems: ProblemList,
): CheckpointCheck => {
  const awaited = new Map<number, Checkpoint[]>();
  let valid = 0;
  let unverifiable = 0;
  let covers = 0;

  for (const list of lists) {
    for (const line of list.unreadableLines) {
      problems.add({ kind: 'checkpointUnreadable', message: `Line ${line} of the checkpoints cannot be read.` });
    }
    for (const checkpoint of list.checkpoints) {
      const state = checkSignature(keys, checkpoint);
      if (state === 'forged') {
        const message = `${nameOf(checkpoint)} was not signed by this installation.`;
        problems.add({ kind: 'checkpointForged', position: checkpoint.position, message });
        continue;
      }
      if (state === 'valid') {
        valid += 1;
        covers = Math.max(covers, checkpoint.position);
      } else unverifiable += 1;
      awaited.set(checkpoint.position, [...(awaited.get(checkpoint.position) ?? []), checkpoint]);
    }
  }

  const mismatch = (checkpoint: Checkpoint): void => {
    const message = `${nameOf(checkpoint)} no longer matches: the chain was rewritten at or before this position.`;
    problems.add({ kind: 'checkpointMismatch', position: checkpoint.position, message });
  };

  return {
    see: (position, hash) => {
      const checkpoints = awaited.get(position);
      if (checkpoints === undefined) return;
      awaited.delete(position);
      for (const checkpoint of checkpoints) if (checkpoint.hash !== hash.toString('hex')) mismatch(checkpoint);
    },
    finish: (headPosition) => {
      const unseen = [...awaited.values()].flat();
      for (const checkpoint of unseen.filter(({ position }) => position <= headPosition)) mismatch(checkpoint);
      const cutOff = unseen.reduce((highest, { position }) => Math.max(highest, position), 0);
      if (cutOff > headPosition) {
        const message = `The chain ends at position ${headPosition}, but a checkpoint has seen position ${cutOff}: its end was cut off.`;
        problems.add({ kind: 'truncated', position: headPosition + 1, message });
      }
      // Whoever rewrote the chain and the notes of it has no key of ours to sign them with.
      if (valid === 0 && unverifiable > 0) {
        const message = 'None of the checkpoints was signed with a key that is at hand.';
        problems.add({ kind: 'checkpointForged', message });
      }
      return { valid, unverifiable, covers };
    },
  };
};

const nameOf = (checkpoint: Checkpoint): string =>
  `The checkpoint of ${checkpoint.node} at position ${checkpoint.position} (${checkpoint.writtenAt})`;
