/** Names of this machine, where people develop without a certificate. */
const loopbacks = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Schemes that run code, read files or belong to somebody else: no app can own one. */
const foreignSchemes = new Set([
  'about',
  'blob',
  'chrome',
  'data',
  'file',
  'filesystem',
  'ftp',
  'intent',
  'javascript',
  'jar',
  'mailto',
  'sms',
  'tel',
  'urn',
  'vbscript',
  'view-source',
  'ws',
  'wss',
]);

const longest = 2048;
const unfit = /[\s\u0000-\u001f\u007f-\u009f\\]/;
const privateScheme = /^([a-z][a-z0-9+.-]*):./;

export interface WebAddressRule {
  /** Private-use schemes such as `com.example.app:/callback` (RFC 8252). */
  readonly privateSchemes?: boolean;
  readonly fragments?: boolean;
}

/** Whether the address is on this machine. */
export const isLoopbackAddress = (text: string): boolean => loopbacks.has(URL.parse(text)?.hostname ?? '');

/** Why the text is no address that we take; undefined when it is one. Addresses are kept as they were written. */
export const findAddressProblem = (text: string, rule: WebAddressRule = {}): string | undefined => {
  if (text.length > longest) return `must have at most ${longest} characters`;
  if (unfit.test(text) || !text.isWellFormed()) return 'must have no spaces, backslashes or control characters';
  if (text.includes('*')) return 'must have no wildcard';
  if (text.includes('#') && rule.fragments !== true) return 'must have no fragment (#)';
  const url = URL.parse(text);
  if (url === null) return 'must be an address such as https://app.example.com/start';
  if (!/^https?:/.test(text)) return findSchemeProblem(text, rule);
  if (!/^https?:\/\/[^/]/.test(text) || url.hostname === '') return 'must name a host';
  if (url.username !== '' || url.password !== '') return 'must have no user name or password';
  return url.protocol === 'https:' || loopbacks.has(url.hostname)
    ? undefined
    : 'must begin with https:// (http:// only on localhost)';
};

const findSchemeProblem = (text: string, rule: WebAddressRule): string | undefined => {
  const scheme = privateScheme.exec(text)?.[1];
  if (rule.privateSchemes !== true) return 'must begin with https:// (http:// only on localhost)';
  if (scheme === undefined) return 'must be an address such as com.example.app:/callback';
  return foreignSchemes.has(scheme) ? `must not use the scheme ${scheme}` : undefined;
};
