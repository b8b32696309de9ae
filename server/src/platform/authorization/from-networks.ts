import { BlockList } from 'node:net';
import { AppError } from '../errors/app-error.ts';
import type { Network } from '../settings/readers.ts';
import type { Rule } from './rule.ts';

/** Open to callers of the given networks; to others the route looks as if it did not exist. */
export const fromNetworks = (networks: readonly Network[]): Rule => {
  const allowed = new BlockList();
  for (const network of networks) allowed.addSubnet(network.address, network.prefix, network.family);
  return {
    name: `callers from ${networks.map((network) => `${network.address}/${network.prefix}`).join(', ')}`,
    principals: [],
    relation: 'none',
    enforce: (request) => {
      const address = request.ip.replace(/^::ffff:(?=\d+\.)/, '');
      if (allowed.check(address, address.includes(':') ? 'ipv6' : 'ipv4')) return;
      throw new AppError('notFound', 'route.unknown', 'There is nothing at this address.');
    },
  };
};
