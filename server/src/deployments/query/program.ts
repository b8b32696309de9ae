import type { Analysis, NameUse } from './analysis.ts';
import type { JsonValue } from './json-value.ts';
import type { Shape } from './shape.ts';

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
  readonly shape: Shape;
  /** The literals of the text in their order. */
  readonly literals: readonly JsonValue[];
  #names: NamesUsed | null = null;

  constructor(text: string, shape: Shape, literals: readonly JsonValue[]) {
    this.text = text;
    this.shape = shape;
    this.literals = literals;
    Object.freeze(this);
  }

  get names(): NamesUsed {
    this.#names ??= namesIn(this.shape.analysis, this.literals);
    return this.#names;
  }

  /** The place in this text that corresponds to one in the text that the shape was parsed from. */
  offsetOf(at: number): number {
    const { text, literals, literalEnds } = this.shape;
    if (text === this.text) return at;
    let shift = 0;
    for (const [slot, end] of literalEnds.entries()) {
      if (end > at) break;
      shift += lengthOf(this.literals[slot]) - lengthOf(literals[slot]);
    }
    return at + shift;
  }
}

/** Shapes are shared by queries without escapes only, where a literal is as long as it is written. */
function lengthOf(literal: JsonValue | undefined): number {
  return typeof literal === 'string' ? literal.length : 0;
}

function namesIn(analysis: Analysis, literals: readonly JsonValue[]): NamesUsed {
  const { nameUses, fields, wholeRoot, computedParameters, computedVariables } = analysis;
  return Object.freeze({
    parameters: named('parameter', nameUses, literals),
    variables: named('variable', nameUses, literals),
    computedParameters,
    computedVariables,
    resources: wholeRoot || fields.has('resources'),
    fields: Object.freeze([...fields]),
  });
}

function named(kind: NameUse['kind'], uses: readonly NameUse[], literals: readonly JsonValue[]): readonly string[] {
  const names = uses.filter((use) => use.kind === kind).map(({ name }) => literals[name]);
  return Object.freeze([...new Set(names.filter((name) => typeof name === 'string'))]);
}
