import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Portolan, startPortolan } from './support/start-portolan.ts';

const program = fileURLToPath(new URL('../server/bin/portolan-server.js', import.meta.url));

const run = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, [program, ...words], { env: { ...process.env, ...environment } });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.on('exit', (code) => resolve({ code, out, err }));
  });

describe('the first start', () => {
  let server: Portolan;
  beforeAll(async () => {
    // With the embedded database, wherever the other tests have theirs: what it keeps lies in the folder.
    const environment = { DATABASE_URL: '', PORTOLAN_ADMIN_EMAIL: '', PORTOLAN_ADMIN_PASSWORD: '' };
    server = await startPortolan({ environment });
  });
  afterAll(async () => await server.remove());

  test('tells each step with its time, the address, and how to sign in', () => {
    const text = server.output();
    for (const step of ['keys', 'database', 'schema', 'accounts', 'server']) {
      expect(text).toMatch(new RegExp(`^ {2}${step} .*\\d+ ms$`, 'm'));
    }
    expect(text).toMatch(new RegExp(`Ready at .*${server.url}`));
    expect(text).toMatch(/Sign in as \S+@\S+ with the password \S{12,}/);
  });

  test('keeps the generated password nowhere', async () => {
    const password = /with the password (\S+)/.exec(server.output())?.[1] ?? '';
    expect(password).not.toBe('');
    const files = await readdir(server.data, { recursive: true, withFileTypes: true });
    const found: string[] = [];
    for (const entry of files.filter((candidate) => candidate.isFile())) {
      const path = join(entry.parentPath, entry.name);
      if ((await readFile(path)).includes(password)) found.push(path);
    }
    expect(files.length).toBeGreaterThan(3);
    expect(found).toEqual([]);
  });

  test('makes a key that only its owner can read', async () => {
    expect((await stat(join(server.data, 'encryption.keys'))).mode & 0o777).toBe(0o600);
  });

  test('a second start on the same data is refused while the first runs', async () => {
    const second = await run([], { ...server.environment, PORTOLAN_PORT: '1' });
    expect(second.code).toBe(1);
    expect(second.err.trim().split('\n')).toHaveLength(1);
  });

  test('SIGTERM ends it with 0, and the next start reuses the data without a word about passwords', async () => {
    expect(await server.end('SIGTERM')).toBe(0);
    expect(server.output()).toContain('Stopped');
    const again = await startPortolan({ data: server.data, port: server.port, environment: server.environment });
    expect(again.output()).toContain('up to date');
    expect(again.output()).not.toContain('password');
    expect(await again.end('SIGINT')).toBe(0);
  });
});

describe('the command line', () => {
  test('--help names every command and setting', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const word of [
      'start',
      'backup FILE',
      'restore FILE',
      'audit verify',
      'keys rotate',
      'DATABASE_URL',
      'PORTOLAN_BLOBS',
    ]) {
      expect(out).toContain(word);
    }
  });

  test('--check-config says that all is fine', async () => {
    expect(await run(['--check-config'])).toMatchObject({ code: 0, out: 'The settings are fine.\n' });
  });

  test.each([
    ['PORTOLAN_PORT', 'http'],
    ['PORTOLAN_PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['PORTOLAN_BLOBS', 'ftp://x'],
    ['PORTOLAN_SMTP_URL', 'mail.example.com'],
    ['PORTOLAN_PUBLIC_URL', 'https://a.example.com/path'],
    ['PORTOLAN_WORKERS', '0'],
    ['PORTOLAN_ADMIN_EMAIL', 'nobody'],
    ['PORTOLAN_ADMIN_PASSWORD', 'short'],
    ['PORTOLAN_METRICS_NETWORKS', '10.0.0.0/99'],
    ['PORTOLAN_CORS_ORIGINS', 'app.example.com'],
    ['PORTOLAN_LOG_LEVEL', 'loud'],
    ['PORTOLAN_DOCS', 'maybe'],
  ])('%s=%s is refused in one sentence with an example', async (variable, value) => {
    const { code, out, err } = await run(['--check-config'], { [variable]: value });
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toMatch(new RegExp(`^${variable} .*Example: ${variable}=`));
  });

  test('a secret setting is never shown', async () => {
    const { err } = await run(['--check-config'], { PORTOLAN_ADMIN_PASSWORD: 'hunter2' });
    expect(err).toContain('PORTOLAN_ADMIN_PASSWORD must');
    expect(err).not.toContain('hunter2');
  });

  test('all wrong settings are told at once', async () => {
    const { err } = await run(['--check-config'], { PORTOLAN_PORT: 'x', PORTOLAN_WORKERS: 'y' });
    expect(err.trim().split('\n')).toHaveLength(2);
  });

  test('an unknown command is refused', async () => {
    const { code, err } = await run(['fly']);
    expect(code).toBe(1);
    expect(err).toContain('There is no command "fly"');
  });
});

describe('backup and restore (goal R10)', () => {
  let server: Portolan;
  let folder: string;
  beforeAll(async () => {
    server = await startPortolan();
    folder = await mkdtemp(join(tmpdir(), 'portolan-backup-'));
  });
  afterAll(async () => {
    await server.remove();
    await rm(folder, { recursive: true });
  });

  test('beside the running server, into an empty place, with the right key only', async () => {
    const file = join(folder, 'portolan.backup');
    const written = await run(['backup', file], server.environment);
    expect(written.err).toBe('');
    expect(written.out).toMatch(/^Wrote \d+ tables and 0 blobs/);
    expect((await run(['backup', file], server.environment)).err).toContain('never written over');

    const environment = { ...server.environment, DATABASE_URL: '', PORTOLAN_DATA: join(folder, 'restored') };
    expect((await run(['restore', file], environment)).err).toContain('There are no encryption keys');
    const wrongKey = { ...environment, PORTOLAN_ENCRYPTION_KEYS: `k9:${randomBytes(32).toString('base64')}` };
    expect((await run(['restore', file], wrongKey)).err).toContain('another key');

    const key = await readFile(join(server.data, 'encryption.keys'), 'utf8');
    await mkdir(environment.PORTOLAN_DATA, { recursive: true });
    await writeFile(join(environment.PORTOLAN_DATA, 'encryption.keys'), key, { mode: 0o600 });
    expect(await run(['restore', file], environment)).toMatchObject({ code: 0, err: '' });
    expect((await run(['restore', file], environment)).err).toContain('Restore only into an empty database');

    const restored = await startPortolan({ data: environment.PORTOLAN_DATA, environment: { DATABASE_URL: '' } });
    expect(restored.output()).toContain('up to date');
    expect(restored.output()).not.toContain('first administrator');
    expect(await restored.end('SIGTERM')).toBe(0);
  });

  test('the audit log of the running server is intact', async () => {
    const { code, out } = await run(['audit', 'verify'], server.environment);
    expect(out).toMatch(/intact/i);
    expect(code).toBe(0);
  });
});
