import { describe, expect, it } from 'vitest';
import type { AuditRow } from './audit-entry.ts';
import { beforeFirst, type ChainLink, hashEntry, hashLink } from './audit-hash.ts';
import { createProblemList } from './audit-report.ts';
import { createLinkCheck, type LinkedRow } from './check-links.ts';

const row = (id: string): AuditRow => ({
  id,
  occurredAt: `2026-11-15T02:00:00.00000${id}Z`,
  tenantId: null,
  actorKind: 'user',
  actorId: 'a',
  action: 'thing.changed',
  targetKind: 'thing',
  targetId: 't',
  projectId: null,
  workspaceId: null,
  supportCode: null,
  ipAddress: null,
  details: '{}',
});

const chain = (ids: readonly string[]): LinkedRow[] => {
  let previousHash = beforeFirst;
  return ids.map((auditId, at) => {
    const entryHash = hashEntry(row(auditId), 1);
    const link = { position: at + 1, auditId, entryFormat: 1, entryHash, previousHash, chainedAt: 'now' };
    previousHash = hashLink(link);
    return { link: { ...link, hash: previousHash }, row: row(auditId) };
  });
};

const check = (linked: readonly LinkedRow[]) => {
  const problems = createProblemList(100);
  const links = createLinkCheck(problems);
  for (const each of linked) links.check(each);
  links.finish();
  return problems.problems.map(({ kind, auditId, position }) => [kind, auditId, position]);
};

const five = () => chain(['1', '2', '4', '3', '5']);
const at = (index: number, change: (linked: LinkedRow) => LinkedRow): LinkedRow[] =>
  five().map((linked, place) => (place === index ? change(linked) : linked));
const relink = (change: Partial<ChainLink>) => (linked: LinkedRow) => ({
  ...linked,
  link: { ...linked.link, ...change },
});

describe('createLinkCheck', () => {
  it.each([
    ['nothing', []],
    ['one', chain(['1'])],
    ['ids in the order of their commits', five()],
  ])('passes: %s', (_name, linked) => {
    expect(check(linked)).toEqual([]);
  });

  it('counts and knows the head', () => {
    const links = createLinkCheck(createProblemList(1));
    expect(links.head()).toBeUndefined();
    const linked = five();
    for (const each of linked) links.check(each);
    expect(links.checked()).toBe(5);
    expect(links.head()).toEqual({ position: 5, hash: linked[4]?.link.hash.toString('hex') });
  });

  it.each([
    ['a changed row', at(1, (one) => ({ ...one, row: { ...row('2'), action: 'x.y' } })), [['changed', '2', 2]]],
    ['a deleted row', at(1, ({ link }) => ({ link, row: undefined })), [['deleted', '2', 2]]],
    [
      'an unknown format',
      at(1, relink({ entryFormat: 9 })),
      [
        ['broken', '2', 2],
        ['changed', '2', 2],
      ],
    ],
    [
      'details that nobody can read',
      at(1, (one) => ({ ...one, row: { ...row('2'), details: '{' } })),
      [['changed', '2', 2]],
    ],
    ['a missing link', five().filter((_, place) => place !== 1), [['gap', undefined, 2]]],
    ['a missing first link', five().slice(1), [['gap', undefined, 1]]],
    ['a link with another row', at(1, relink({ auditId: '9' })), [['broken', '9', 2]]],
    [
      'a link with another hash',
      at(1, relink({ hash: Buffer.alloc(32) })),
      [
        ['broken', '2', 2],
        ['broken', '4', 3],
      ],
    ],
    [
      'a link below the first',
      [relink({ position: -3 })(five()[0] as LinkedRow), ...five()],
      [
        ['broken', '1', -3],
        ['broken', '1', -3],
        ['gap', undefined, -2],
      ],
    ],
  ])('finds %s', (_name, linked, found) => {
    expect(check(linked)).toEqual(found);
  });

  it('finds swapped contents', () => {
    const contents = new Map([
      ['2', { ...row('5'), id: '2' }],
      ['5', { ...row('2'), id: '5' }],
    ]);
    const linked = five().map((one) => ({ ...one, row: contents.get(one.link.auditId) ?? one.row }));
    expect(check(linked)).toEqual([
      ['swapped', '2', 2],
      ['swapped', '5', 5],
    ]);
  });

  it('finds a row that was put in with a link of its own', () => {
    const linked = [...five().slice(0, 2), ...at(2, relink({ position: 3 }))];
    expect(check(linked).map(([kind]) => kind)).toContain('broken');
  });

  it('finds links that changed places', () => {
    const linked = five();
    const [second, third] = [linked[1] as LinkedRow, linked[2] as LinkedRow];
    linked[1] = relink({ position: 2 })(third);
    linked[2] = relink({ position: 3 })(second);
    expect(check(linked).map(([kind]) => kind)).toContain('broken');
  });
});
