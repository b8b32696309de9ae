import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutation } from './mutations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ServerCopy {
  readonly program: string;
  /** Replaces a text that stands in the file exactly once, and gives back what undoes it. */
  apply(mutation: Pick<Mutation, 'file' | 'find' | 'replace'>): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

/** The server in a folder of its own, where it may be spoilt. */
export const copyServer = async (): Promise<ServerCopy> => {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-mutant-'));
  const server = join(folder, 'server');
  await mkdir(server);
  for (const part of ['src', 'bin', 'migrations', 'package.json']) {
    await cp(join(root, 'server', part), join(server, part), { recursive: true });
  }
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  // Where npm put nothing beside the server itself, the link leads nowhere and is not followed.
  await symlink(join(root, 'server', 'node_modules'), join(server, 'node_modules'));
  return {
    program: join(server, 'bin', 'portolan-server.js'),
    apply: async ({ file, find, replace }) => {
      const path = join(server, 'src', file);
      const text = await readFile(path, 'utf8');
      const found = text.split(find).length - 1;
      if (found !== 1) throw new Error(`${file} holds ${found} times and not once: ${find}`);
      await writeFile(
        path,
        text.replace(find, () => replace),
      );
      return async () => await writeFile(path, text);
    },
    remove: async () => await rm(folder, { recursive: true, force: true }),
  };
};
