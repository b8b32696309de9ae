import { type TObject, type TSchema, Type } from 'typebox';
import { invalidRequest } from '../../platform/http/wire/invalid-request.ts';

/** Lists that are read by skipping rows are not read further than this; a filter finds what lies behind. */
const furthestRow = 100_000;

/** The query of every list (contract P3). Pages count from 1. */
export const pageQuery = {
  pageIndex: Type.Optional(
    Type.Integer({ minimum: 1, maximum: furthestRow, description: 'Number of the page, from 1. Default: 1.' }),
  ),
  pageSize: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, description: 'Number of items on a page, 1 to 1,000. Default: 50.' }),
  ),
};

export interface PageRequest {
  readonly pageIndex?: number;
  readonly pageSize?: number;
}

export interface PageWindow {
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly skip: number;
  readonly limit: number;
}

export const readPage = ({ pageIndex = 1, pageSize = 50 }: PageRequest): PageWindow => {
  const skip = (pageIndex - 1) * pageSize;
  if (skip >= furthestRow) {
    const text = `must not lead beyond row ${furthestRow}: use a filter`;
    throw invalidRequest('query', [{ path: ['pageIndex'], text }]);
  }
  return { pageIndex, pageSize, skip, limit: pageSize };
};

export interface Page<Item> {
  readonly result: readonly Item[];
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly totalCount: number;
  readonly totalPages: number;
}

export const toPage = <Item>(window: PageWindow, result: readonly Item[], totalCount: number): Page<Item> => ({
  result,
  pageIndex: window.pageIndex,
  pageSize: window.pageSize,
  totalCount,
  totalPages: Math.ceil(totalCount / window.pageSize),
});

/** A page of a list that is short enough to be read as a whole. */
export const cutPage = <Item>(window: PageWindow, all: readonly Item[]): Page<Item> =>
  toPage(window, all.slice(window.skip, window.skip + window.limit), all.length);

export const pageOf = (item: TSchema & { title?: string }): TObject =>
  Type.Object(
    {
      result: Type.Array(item),
      pageIndex: Type.Integer(),
      pageSize: Type.Integer(),
      totalCount: Type.Integer(),
      totalPages: Type.Integer(),
    },
    { title: `${item.title ?? ''}Page` },
  );
