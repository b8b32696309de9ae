import { invalidRequest } from '../../platform/http/wire/invalid-request.ts';

const loopbacks: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
const longest = 2_048;

/** The address in its usual spelling; undefined for what is not https, or http on the developer's own machine. */
const readWebAddress = (text: string): URL | undefined => {
  const url = text.length > longest ? null : URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && loopbacks.includes(url.hostname));
  return isSafe ? url : undefined;
};

const refuse = (text: string) => invalidRequest('header', [{ path: ['returnUrl'], text }]);

/**
 * Contract B11: where the user goes afterwards, which is a page of the calling application: one at the origin of an address
 * that is registered for it. Everything else is refused, or we would send people wherever somebody likes.
 */
export const checkReturnUrl = (text: string, registered: readonly string[]): string => {
  const url = readWebAddress(text);
  if (url === undefined) throw refuse('must be an https address (http only on localhost)');
  const origins = registered.flatMap((address) => readWebAddress(address)?.origin ?? []);
  if (!origins.includes(url.origin)) throw refuse('must belong to an address that is registered for the application');
  return url.href;
};

/** Where to go without a word of the caller: where the application lives, if that is a page. */
export const usualReturnUrl = (applicationUrl: string | null): string | undefined =>
  applicationUrl === null ? undefined : readWebAddress(applicationUrl)?.href;
