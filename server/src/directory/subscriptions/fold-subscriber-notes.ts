import { type Database, inTransaction, type Transaction } from '../../platform/database/index.ts';
import {
  blockSizes,
  cutBlock,
  ensureFirstBlock,
  joinBlock,
  moveNotes,
  renumberBlocks,
  type SubscriberList,
  selectNotedLists,
  selectUnevenBlocks,
  tryLockBlocks,
} from './subscriber-block-store.ts';

/** In one round: the rest waits for the next, and pages stay right in the meantime. */
const mostLists = 200;
const mostNotes = 20_000;
const mostRounds = 100;

/**
 * Adds what writers noted to the blocks of the lists, and keeps the blocks even. Runs every few seconds on one node; a
 * list with nothing new costs nothing.
 */
export const foldSubscriberNotes = async (deps: { readonly longWork: Database }): Promise<void> => {
  for (const list of await selectNotedLists(deps.longWork, mostLists)) {
    for (let round = 0; round < mostRounds; round += 1) {
      const moved = await inTransaction(deps.longWork, (transaction) => foldList(transaction, list));
      if (moved < mostNotes) break;
    }
  }
};

/** Gives how many notes it moved. */
const foldList = async (transaction: Transaction, list: SubscriberList): Promise<number> => {
  if (!(await tryLockBlocks(transaction))) return 0;
  if (!(await ensureFirstBlock(transaction, list))) return 0;
  const moved = await moveNotes(transaction, list, mostNotes);
  // While more notes wait, sizes are still far from what they will be.
  if (moved < mostNotes) {
    for (const block of await selectUnevenBlocks(transaction, list)) {
      if (block.subscribers > blockSizes.most) await cutBlock(transaction, list, block);
      else await joinBlock(transaction, list, block);
    }
  }
  await renumberBlocks(transaction, list);
  return moved;
};
