import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rootFolder } from './run-program.ts';

const source = join(rootFolder, 'server/src');

/** A folder imports only lower ranks; equal ranks are strangers. The files at the top see all rooms, `commands` sees them too. */
const ranks: Readonly<Record<string, number>> = {
  platform: 0,
  accounts: 1,
  identity: 2,
  directory: 3,
  sharing: 3,
  deployments: 4,
  portal: 5,
  commands: 9,
};
const topFiles = new Set(['app.ts', 'main.ts', 'config.ts', 'data-folder.ts', 'jobs.ts', 'services.ts']);

/** Tests, and files that only tests use, may reach outside the rooms: to server/test. */
const isTestSupport = /\.test\.ts$|\/test\/|-(fixture|test-bench)\.ts$/;

interface Import {
  readonly from: string;
  readonly to: string;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));

const importsOf = (file: string, text: string): Import[] =>
  [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map((match) => ({
    from: relative(source, file),
    to: relative(source, resolve(dirname(file), match[1] ?? '')),
  }));

/** A test beside a file at the top sees what that file sees. */
const isTop = (file: string): boolean => topFiles.has(file.replace(/(?:\.db)?\.test\.ts$/, '.ts'));

const isAllowed = ({ from, to }: Import): boolean => {
  const [fromRoom = '', toRoom = ''] = [from.split('/')[0], to.split('/')[0]];
  if (to.startsWith('..')) return isTestSupport.test(from);
  if (fromRoom === toRoom || isTop(from) || fromRoom === 'commands')
    return toRoom !== 'commands' || fromRoom === 'commands' || from === 'main.ts';
  if (topFiles.has(to)) return false;
  const [fromRank, toRank] = [ranks[fromRoom], ranks[toRoom]];
  if (fromRank === undefined || toRank === undefined || toRank >= fromRank) return false;
  // Other areas only through a front door, their own or that of one of their rooms; platform is a shelf of small rooms.
  return toRoom === 'platform' || to.endsWith('/index.ts');
};

const allImports = filesBelow(source).flatMap((file) => importsOf(file, readFileSync(file, 'utf8')));

const findCycle = (imports: readonly Import[]): string[] | undefined => {
  const graph = Map.groupBy(imports, ({ from }) => from);
  const state = new Map<string, 'open' | 'done'>();
  const visit = (file: string, path: string[]): string[] | undefined => {
    if (state.get(file) === 'open') return [...path.slice(path.indexOf(file)), file];
    if (state.get(file) === 'done') return undefined;
    state.set(file, 'open');
    for (const { to } of graph.get(file) ?? []) {
      const cycle = visit(to, [...path, file]);
      if (cycle !== undefined) return cycle;
    }
    state.set(file, 'done');
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
};

describe('the rooms of the server', () => {
  test('import only lower ranks, through their front doors', () => {
    const wrong = allImports.filter((entry) => !isAllowed(entry)).map(({ from, to }) => `${from} -> ${to}`);
    expect(wrong).toEqual([]);
  });

  test('have no import cycle', () => {
    expect(findCycle(allImports)).toBeUndefined();
  });

  test('are read at all', () => {
    expect(allImports.length).toBeGreaterThan(50);
  });

  test.each([
    [{ from: 'platform/http/a.ts', to: 'accounts/index.ts' }, false],
    [{ from: 'accounts/a.ts', to: 'platform/http/b.ts' }, true],
    [{ from: 'identity/a.ts', to: 'accounts/index.ts' }, true],
    [{ from: 'identity/a.ts', to: 'accounts/users/find-user.ts' }, false],
    [{ from: 'directory/a.ts', to: 'identity/authenticate/index.ts' }, true],
    [{ from: 'directory/a.ts', to: 'sharing/index.ts' }, false],
    [{ from: 'deployments/a.ts', to: 'app.ts' }, false],
    [{ from: 'app.ts', to: 'portal/routes.ts' }, true],
    [{ from: 'app.ts', to: 'commands/start.ts' }, false],
  ])('%j allowed: %s', (entry, allowed) => {
    expect(isAllowed(entry)).toBe(allowed);
  });

  test('a cycle is found', () => {
    expect(
      findCycle([
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
      ]),
    ).toEqual(['a', 'b', 'a']);
  });
});
