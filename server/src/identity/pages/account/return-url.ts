import type { Handle } from '../../../platform/database/index.ts';
import { isRegisteredOrigin } from './return-url-store.ts';

const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/**
 * The address to go back to, if it belongs to a registered application: where it says it lives, or an origin that it is
 * called back at (contract B11). Everything else is dropped, never an open redirect.
 */
export const findReturnUrl = async (
  handle: Handle,
  input: { readonly returnUrl: string | undefined; readonly publicUrl: string },
): Promise<string | undefined> => {
  const url = input.returnUrl === undefined || input.returnUrl.length > 2048 ? null : URL.parse(input.returnUrl);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  if (url.origin === new URL(input.publicUrl).origin) return url.href;
  return (await isRegisteredOrigin(handle, url.origin)) ? url.href : undefined;
};
