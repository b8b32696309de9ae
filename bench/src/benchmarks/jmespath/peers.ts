import * as powertools from '@aws-lambda-powertools/jmespath';
import * as community from '@jmespath-community/jmespath';
import * as metrichor from '@metrichor/jmespath';
import * as original from 'jmespath';

/** A JMESPath library of npm: runs a query text, and runs it again without parsing it where it has a way to do so. */
export interface Peer {
  readonly name: string;
  readonly search: (query: string, data: unknown) => unknown;
  readonly prepare: (query: string) => (data: unknown) => unknown;
}

const preparedBy =
  ({ compile, TreeInterpreter }: Pick<typeof community, 'compile' | 'TreeInterpreter'>): Peer['prepare'] =>
  (query) => {
    const tree = compile(query);
    return (data) => TreeInterpreter.search(tree, data);
  };

export const peers: readonly Peer[] = [
  {
    name: 'jmespath',
    search: (query, data) => original.search(data, query),
    prepare: (query) => (data) => original.search(data, query),
  },
  {
    name: '@jmespath-community/jmespath',
    search: (query, data) => community.search(data, query),
    prepare: preparedBy(community),
  },
  {
    name: '@metrichor/jmespath',
    search: (query, data) => metrichor.search(data, query),
    prepare: preparedBy(metrichor),
  },
  {
    name: '@aws-lambda-powertools/jmespath',
    search: powertools.search,
    prepare: (query) => (data) => powertools.search(query, data),
  },
];
