import { isIP } from 'node:net';

export const readText = (text: string): string => text;

export const readInteger =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new Error(`must be a whole number from ${least} to ${most}`);
    }
    return value;
  };

export const readBoolean = (text: string): boolean => {
  const word = text.toLowerCase();
  if (['true', '1', 'yes'].includes(word)) return true;
  if (['false', '0', 'no'].includes(word)) return false;
  throw new Error('must be true or false');
};

export const readChoice =
  <Choice extends string>(...choices: readonly Choice[]) =>
  (text: string): Choice => {
    const found = choices.find((choice) => choice === text.toLowerCase());
    if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
    return found;
  };

const parseUrl = (text: string): URL => {
  try {
    return new URL(text);
  } catch {
    throw new Error('must be a complete address');
  }
};

/** An address with one of the given schemes. */
export const readUrl =
  (...schemes: readonly string[]) =>
  (text: string): string => {
    const url = parseUrl(text);
    if (!schemes.includes(url.protocol.slice(0, -1)))
      throw new Error(`must begin with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
    if (url.hostname === '' && !url.searchParams.has('host')) throw new Error('must name a host');
    return text;
  };

/** An address that links are built on: no path, query or fragment. */
export const readOrigin = (text: string): string => {
  const url = parseUrl(readUrl('https', 'http')(text));
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') throw new Error('must have no path after the host');
  if (url.username !== '') throw new Error('must hold no user name or password');
  return url.origin;
};

/** A comma-separated list whose items each pass `readItem`. */
export const readList =
  <Item>(readItem: (text: string) => Item) =>
  (text: string): readonly Item[] =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .map(readItem);

export interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** An IP address, or a network such as 10.0.0.0/8. */
export const readNetwork = (text: string): Network => {
  const [address = '', prefixText] = text.split('/');
  const family = isIP(address) === 4 ? 'ipv4' : isIP(address) === 6 ? 'ipv6' : undefined;
  if (family === undefined) throw new Error('must hold IP addresses or networks');
  const widest = family === 'ipv4' ? 32 : 128;
  return { address, family, prefix: prefixText === undefined ? widest : readInteger(0, widest)(prefixText) };
};

export const readEmail = (text: string): string => {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new Error('must be an e-mail address');
  return text;
};
