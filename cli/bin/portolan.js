#!/usr/bin/env node
// Plain JavaScript that any Node since 20 can read. Commands of the installation itself belong to the server's program.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const server = join(dirname(require.resolve('@portolan/server/package.json')), 'bin', 'portolan-server.js');
const child = spawn(process.execPath, [server, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
