import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootFolder = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program of the project with its output on this terminal. Resolves to its exit code. */
export const runProgram = (program: string, words: readonly string[], folder = rootFolder): Promise<number> =>
  new Promise((resolve, reject) => {
    const path = [join(rootFolder, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
    const child = spawn(program, words, {
      cwd: folder,
      env: { ...process.env, PATH: path },
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
