import { Analysis, type NameUse } from './analysis.ts';
import type { Node } from './ast.ts';

/** What a query refers to, so that a submission can be checked on receipt. */
export interface NamesUsed {
  /** Parameters named by a literal, each once, in order of appearance. */
  readonly parameters: readonly string[];
  readonly variables: readonly string[];
  /** A name is computed, so that the lists above may not be all. */
  readonly computedParameters: boolean;
  readonly computedVariables: boolean;
  /** May read the resources: by name, or because it takes the root data as a whole. */
  readonly resources: boolean;
  /** Names that it reads from the root data; only `resources` is ever there (contract A4). */
  readonly fields: readonly string[];
}

/**
 * A compiled query. Holds no values of any request, never changes and may be shared. `text` and `names` are for
 * everybody; the rest belongs to the engine.
 */
export class Program {
  readonly text: string;
  readonly node: Node;
  /** How many parts the expression has. */
  readonly size: number;
  #analysis: Analysis | null = null;
  #names: NamesUsed | null = null;

  constructor(text: string, node: Node, size: number) {
    this.text = text;
    this.node = node;
    this.size = size;
    Object.freeze(this);
  }

  /** Made when it is first asked for, and kept. */
  get analysis(): Analysis {
    this.#analysis ??= new Analysis(this.node);
    return this.#analysis;
  }

  get names(): NamesUsed {
    this.#names ??= namesIn(this.analysis);
    return this.#names;
  }
}

function namesIn({ nameUses, fields, wholeRoot, computedParameters, computedVariables }: Analysis): NamesUsed {
  return Object.freeze({
    parameters: named('parameter', nameUses),
    variables: named('variable', nameUses),
    computedParameters,
    computedVariables,
    resources: wholeRoot || fields.has('resources'),
    fields: Object.freeze([...fields]),
  });
}

function named(kind: NameUse['kind'], uses: readonly NameUse[]): readonly string[] {
  return Object.freeze([...new Set(uses.filter((use) => use.kind === kind).map(({ name }) => name))]);
}
