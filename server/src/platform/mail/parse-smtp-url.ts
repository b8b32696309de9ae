export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `implicit`: TLS from the first byte. `required`: STARTTLS or no mail. `off`: plain text. */
  readonly tls: 'implicit' | 'required' | 'off';
  readonly user?: string;
  readonly password?: string;
}

const local = new Set(['localhost', '127.0.0.1', '::1']);

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('must have its user name and password percent-encoded');
  }
};

const parse = (text: string): URL => {
  try {
    return new URL(text);
  } catch {
    throw new Error('must be a complete address');
  }
};

/**
 * Reads `smtps://user:password@host:465` (TLS from the start) or `smtp://user:password@host:587` (STARTTLS, without which
 * nothing is sent). `smtp://host:25?tls=off` sends in plain text: for mail servers on the same machine, where it is the
 * default, and for closed networks. Throws an Error whose message completes the sentence "PORTOLAN_SMTP_URL ...".
 */
export const parseSmtpUrl = (text: string): SmtpServer => {
  const url = parse(text);
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') throw new Error('must begin with smtp:// or smtps://');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === '') throw new Error('must name a host');
  if (!['', '/'].includes(url.pathname) || url.hash !== '') throw new Error('must have no path after the host');
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'tls');
  if (unknown !== undefined) throw new Error(`knows the option tls only, not "${unknown}"`);
  const isImplicit = url.protocol === 'smtps:';
  const wish = url.searchParams.get('tls') ?? (local.has(host) ? 'off' : 'required');
  if (wish !== 'required' && wish !== 'off') throw new Error('must say tls=required or tls=off');
  if (isImplicit && url.searchParams.get('tls') === 'off') throw new Error('must not say tls=off with smtps://');
  const user = decode(url.username);
  const password = decode(url.password);
  if ((user === '') !== (password === '')) throw new Error('must have both a user name and a password, or neither');
  return {
    host,
    port: url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port),
    tls: isImplicit ? 'implicit' : wish,
    ...(user === '' ? {} : { user, password }),
  };
};
