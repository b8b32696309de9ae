import { mkdir, open } from 'node:fs/promises';

/** Makes the entries of a folder durable. Windows has no such call and keeps its own journal. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const mostRemembered = 100_000;

/** Makes folders such that they survive a power cut, and remembers which ones it need not look at again. */
export const createDurableFolders = () => {
  const known = new Set<string>();
  return {
    /** `parents` are the folders above, from the root down. Another process may have made them a moment ago. */
    async ensure(parents: readonly string[], folder: string): Promise<void> {
      if (known.has(folder)) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const parent of parents) await syncFolder(parent);
      if (known.size >= mostRemembered) known.clear();
      known.add(folder);
    },
    forget(folder: string): void {
      known.delete(folder);
    },
  };
};

export type DurableFolders = ReturnType<typeof createDurableFolders>;
