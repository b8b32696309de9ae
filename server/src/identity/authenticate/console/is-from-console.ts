import type { IncomingHttpHeaders } from 'node:http';

const harmless = new Set(['GET', 'HEAD']);

/**
 * Whether a request that carries the console's cookie was not made by another site's page. Reads may come from anywhere,
 * as other sites cannot see the answers. With every change a browser names its origin, which must be ours; who names none
 * is a program that was given the cookie, and no page.
 */
export const isFromConsole = (method: string, headers: IncomingHttpHeaders, publicUrl: string): boolean => {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return false;
  if (harmless.has(method)) return true;
  return headers.origin === undefined ? site === undefined : headers.origin === publicUrl;
};
