/** Tags that begin a new line, and those whose content nobody reads. */
const lineTags = /<\/?(?:p|div|br|hr|h[1-6]|ul|ol|table|tr|blockquote|pre|section|article|header|footer)\b[^<>]*>/gi;
const itemTags = /<li\b[^<>]*>/gi;
const unreadParts = /<(script|style|head|title|template|svg)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const linkTags = /<a\b[^<>]*\bhref\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')[^<>]*>([^<]*)<\/a\s*>/gi;
const comments = /<!--[\s\S]*?(?:-->|$)/g;
const anyTag = /<\/?[a-z][^<>]*>/gi;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
  reg: '®',
  euro: '€',
};

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    const isCharacter = code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '';
  });

/** Only addresses that a reader may follow; others leave the words alone. */
const describeLink = (label: string, address: string): string => {
  const url = decode(address).trim();
  const words = label.trim();
  if (!/^https?:\/\//i.test(url) || decode(words) === url) return words;
  return `${words} (${url})`;
};

/**
 * What services write into a message is shown as text, never as HTML: whoever sends markup gets its words. Text that has
 * no markup stays as it is, also where it holds `<` or `&`.
 */
export const plainText = (content: string): string => {
  if (content.search(anyTag) === -1) return content;
  const words = content
    .replace(comments, '')
    .replace(unreadParts, '')
    .replace(/[ \t]*\r?\n[ \t]*/g, ' ')
    .replace(linkTags, (_, double?: string, single?: string, label?: string) =>
      describeLink(label ?? '', double ?? single ?? ''),
    )
    .replace(itemTags, '\n- ')
    .replace(lineTags, '\n')
    .replace(anyTag, '');
  return decode(words)
    .split('\n')
    .map((line) => line.replace(/[ \t\u00a0]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};
