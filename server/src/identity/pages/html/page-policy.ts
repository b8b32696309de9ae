/**
 * The Content-Security-Policy of a page. Nothing inline, nothing from elsewhere.
 *
 * Forms go to this server only, with one exception: Chrome checks `form-action` against every redirect that follows a
 * form, also those that the application makes after we sent the browser back to it, and where these lead we cannot know.
 * So a page whose form ends at an application (`leavesTo`) allows https, and the application's own scheme or loopback
 * origin where it has one.
 */
export const pagePolicy = (leavesTo?: string | undefined): string =>
  `${shared}; form-action ${["'self'", ...destinations(leavesTo)].join(' ')}`;

const shared =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The same for what the provider itself answers. It posts forms to wherever an application registered (`form_post`), and
 * adds the hash of the script that does so to `script-src` by itself.
 */
export const providerPolicy = shared;

const destinations = (address: string | undefined): string[] => {
  const url = address === undefined ? null : URL.parse(address);
  if (url === null) return [];
  if (url.protocol === 'https:') return ['https:'];
  if (url.protocol !== 'http:') return ['https:', url.protocol];
  // IPv6 addresses cannot be named in a policy.
  return ['https:', url.hostname.startsWith('[') ? 'http:' : `http://${url.hostname}:*`];
};
