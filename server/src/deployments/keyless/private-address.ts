import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Networks that are not the internet: our own machines, our neighbours, and addresses that lead to either. */
const networks: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const networks6: readonly (readonly [string, number])[] = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const blocked = new BlockList();
for (const [address, prefix] of networks) blocked.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of networks6) blocked.addSubnet(address, prefix, 'ipv6');

/** Whether a request to this address could reach something that only we can reach. What is no address counts as such. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isPrivateAddress(mapped);
  if (isIPv4(address)) return blocked.check(address, 'ipv4');
  return !isIPv6(address) || /^::ffff:/i.test(address) || blocked.check(address, 'ipv6');
}
