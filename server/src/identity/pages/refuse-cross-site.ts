import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../platform/errors/app-error.ts';

/**
 * Refuses a form that another site sent. Browsers say where a request comes from: all current ones by Sec-Fetch-Site,
 * older ones and those on plain http by Origin. A request with neither comes from a program, which has nobody's cookies.
 */
export const refuseCrossSite = (headers: IncomingHttpHeaders, publicUrl: string): void => {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const isOurs =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : origin === undefined || origin === new URL(publicUrl).origin;
  if (isOurs) return;
  const message = 'This form was sent from another site. Open the page here and fill it in again.';
  throw new AppError('forbidden', 'request.cross-site', message);
};
