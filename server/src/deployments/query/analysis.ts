import type { CallNode, LookUp, Node } from './ast.ts';

export interface NameUse {
  readonly kind: 'parameter' | 'variable';
  /** The place of the name among the program's literals. */
  readonly name: number;
  readonly at: number;
}

/** Goes once through a query and notes what it refers to. */
export class Analysis {
  /** Every `parameter('x')` and `variable('x')` with a literal name. */
  readonly nameUses: NameUse[] = [];
  /** The largest expressions that depend on parameters and variables alone. */
  readonly constants: Node[] = [];
  /** Filters that pick resources by name or id. */
  readonly lookUps: LookUp[] = [];
  /** Names that are read from the root data. */
  readonly fields = new Set<string>();
  /** Takes the root data as a whole. */
  wholeRoot = false;
  computedParameters = false;
  computedVariables = false;

  constructor(node: Node) {
    this.#visit(node, true, false);
  }

  /**
   * `atRoot` tells whether the current value is the root data; `inConstant`, whether the expression is part of a constant,
   * which is noted as a whole.
   */
  #visit(node: Node, atRoot: boolean, inConstant: boolean): void {
    if (node.constant && !inConstant && node.type !== 'literal') this.constants.push(node);
    const inside = inConstant || node.constant;
    switch (node.type) {
      case 'literal':
        return;
      case 'current':
        this.wholeRoot ||= atRoot;
        return;
      case 'field':
        if (atRoot) this.fields.add(node.name);
        return;
      case 'chain': {
        // Whoever goes through the root, as in `@.resources`, does not take it as a whole.
        const throughRoot = atRoot && node.left.type === 'current';
        if (!throughRoot) this.#visit(node.left, atRoot, inside);
        this.#visit(node.right, throughRoot, inside);
        return;
      }
      case 'index':
      case 'slice':
      case 'flatten':
        this.#visit(node.left, atRoot, inside);
        return;
      case 'projection':
        this.#visit(node.left, atRoot, inside);
        this.#visit(node.right, false, inside);
        return;
      case 'filter':
        if (node.lookUp !== null && atRoot && isResources(node.left)) this.lookUps.push(node.lookUp);
        this.#visit(node.left, atRoot, inside);
        this.#visit(node.condition, false, inside);
        this.#visit(node.right, false, inside);
        return;
      case 'and':
      case 'or':
      case 'compare':
        this.#visit(node.left, atRoot, inside);
        this.#visit(node.right, atRoot, inside);
        return;
      case 'not':
        this.#visit(node.operand, atRoot, inside);
        return;
      case 'list':
        for (const item of node.items) this.#visit(item, atRoot, inside);
        return;
      case 'hash':
        for (const { value } of node.entries) this.#visit(value, atRoot, inside);
        return;
      case 'call':
        this.#noteName(node);
        for (const { expression, reference } of node.args) this.#visit(expression, atRoot && !reference, inside);
    }
  }

  #noteName({ name: kind, literal, at }: CallNode): void {
    if (kind !== 'parameter' && kind !== 'variable') return;
    if (literal !== null) this.nameUses.push({ kind, name: literal, at });
    else if (kind === 'parameter') this.computedParameters = true;
    else this.computedVariables = true;
  }
}

/** `resources` and `@.resources`, seen from the root. */
function isResources(node: Node): boolean {
  if (node.type === 'chain') return node.left.type === 'current' && isResources(node.right);
  return node.type === 'field' && node.name === 'resources';
}
