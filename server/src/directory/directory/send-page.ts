import type { FastifyReply, FastifyRequest } from 'fastify';
import { nextPageLink } from '../../platform/http/wire/paging.ts';

/** Of `pageSize` + 1 items that were read, the page, with a link to the next one where there is one (contract B6). */
export const sendPage = <Item>(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  items: readonly Item[],
  place: { readonly page: number; readonly pageSize: number; readonly publicUrl: string },
): Item[] => {
  if (items.length > place.pageSize) reply.header('link', nextPageLink(request.url, place.page, place.publicUrl));
  return items.slice(0, place.pageSize);
};

export const pageHeaders = { Link: 'The next page, where there is one (`rel="next"`).' };
