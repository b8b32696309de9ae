import type { IncomingHttpHeaders } from 'node:http';

/** Only scripts of our own pages can put it on a request without asking first. */
export const consoleHeader = 'x-portolan-console';

const harmless = new Set(['GET', 'HEAD']);

/**
 * Whether a request that carries the console's cookie was made by the console itself. Reads may come from anywhere, as
 * other sites cannot see the answers; a change needs our origin and our header.
 */
export const isFromConsole = (method: string, headers: IncomingHttpHeaders, publicUrl: string): boolean => {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return false;
  if (harmless.has(method)) return true;
  return headers.origin === publicUrl && (headers[consoleHeader] ?? '') !== '';
};
