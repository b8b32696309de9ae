import { describe, expect, test } from 'vitest';
import { cutPage, readPage } from './page.ts';

const letters = [...'abcdefg'];

describe('a page', () => {
  test.each([
    [{}, letters, 1],
    [{ pageIndex: 1, pageSize: 3 }, ['a', 'b', 'c'], 3],
    [{ pageIndex: 3, pageSize: 3 }, ['g'], 3],
    [{ pageIndex: 4, pageSize: 3 }, [], 3],
    [{ pageSize: 7 }, letters, 1],
  ])('%j', (query, result, totalPages) => {
    expect(cutPage(readPage(query), letters)).toMatchObject({ result, totalCount: 7, totalPages });
  });

  test('of nothing', () => {
    expect(cutPage(readPage({}), [])).toEqual({ result: [], pageIndex: 1, pageSize: 50, totalCount: 0, totalPages: 0 });
  });

  test.each([
    [100, 1_000, true],
    [101, 1_000, false],
    [100_000, 1, true],
    [2_000, 50, true],
    [2_001, 50, false],
  ])('%i of %i rows is read: %s', (pageIndex, pageSize, isRead) => {
    const read = () => readPage({ pageIndex, pageSize });
    if (isRead) expect(read().limit).toBe(pageSize);
    else expect(read).toThrow('must not lead beyond row 100000');
  });
});
