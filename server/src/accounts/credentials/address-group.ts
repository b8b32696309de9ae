import { isIPv4, isIPv6 } from 'node:net';

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));

/**
 * What counts as one caller: an IPv4 address, or the 64 bits of an IPv6 address that a provider gives to one customer,
 * who could otherwise come from a new address each time.
 */
export const addressGroup = (address: string): string => {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
  const [head = '', tail] = plain.toLowerCase().split('::');
  // A dotted end fills two groups; it lies in the half that we do not look at.
  const last = groupsOf(tail ?? '').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
  const first = groupsOf(head);
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
};
