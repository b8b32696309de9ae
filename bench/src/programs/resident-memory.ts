import { readFile } from 'node:fs/promises';

/** Megabytes (10^6 bytes) that a process holds in memory now, or at its highest. */
export const readResidentMemory = async (pid: number, which: 'now' | 'peak' = 'now'): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = new RegExp(`^${which === 'now' ? 'VmRSS' : 'VmHWM'}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kibibytes === undefined) throw new Error(`This machine does not tell the memory of process ${pid}.`);
  return (Number(kibibytes) * 1024) / 1e6;
};
