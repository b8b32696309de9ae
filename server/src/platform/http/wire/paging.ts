import { type Static, Type } from 'typebox';

/** Pages count from 0; the end of int32 keeps `page * pageSize` exact. */
export const pageParameter = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  format: 'int32',
  description: 'Index of the page, from 0.',
});

/** Honoured as asked; more is an error and never silently less, or a client that counts pages would lose rows. */
export const pageSizeParameter = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  format: 'int32',
  description: 'Number of items on a page, 1 to 10,000. More than 500 may take longer.',
});

/** The query of a paged operation (contract B6). Both are required, as the specification says. */
export const pagingQuery = Type.Object({ page: pageParameter, pageSize: pageSizeParameter });

export type Paging = Static<typeof pagingQuery>;

/** Parameters that links must not carry: they hold secrets (contract X7). */
const secretParameters = new Set(['subscription-key']);

const nameOf = (pair: string): string => {
  const name = pair.split('=', 1)[0] ?? '';
  try {
    return decodeURIComponent(name.replaceAll('+', ' ')).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
};

/** Characters that would end the link or the header. */
const escapeTarget = (text: string): string =>
  text.toWellFormed().replace(/[^\x21-\x7e]|[<>"\\^`{|}]/gu, (character) => encodeURIComponent(character));

/**
 * The value of a `Link` header to the next page: the address of the request with its page counted up. With the
 * server's public address the target is absolute, otherwise relative to the request.
 */
export const nextPageLink = (requestUrl: string, page: number, publicUrl?: string): string => {
  const [path = '', query = ''] = requestUrl.split('?', 2);
  const kept = query.split('&').filter((pair) => {
    const name = nameOf(pair);
    return pair !== '' && name !== 'page' && !secretParameters.has(name);
  });
  const target = `?${[`page=${page + 1}`, ...kept].join('&')}`;
  const base = publicUrl === undefined ? '' : publicUrl.replace(/\/+$/, '') + path;
  return `<${escapeTarget(base + target)}>; rel="next"`;
};
