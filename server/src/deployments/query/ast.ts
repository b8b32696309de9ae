import type { QueryFunction } from './function-definition.ts';
import type { AnyParameter } from './function-parameters.ts';
import type { ResourceKey } from './resource-list.ts';
import type { TypeSet } from './value-types.ts';

export type Comparator = '==' | '!=' | '<' | '<=' | '>' | '>=';

interface Common {
  /** Where the expression begins in the text, or where its operator stands. */
  readonly at: number;
  /** How many levels of expressions it has. */
  readonly height: number;
  /** The types that its value can have. */
  readonly types: TypeSet;
  /** Does not look at the current value: the same for each element of a filter, and known before anything is provisioned. */
  readonly constant: boolean;
}

interface Pair extends Common {
  readonly left: Node;
  readonly right: Node;
}

/** What is done for each element of a list. */
interface Loop extends Common {
  /** How many parts are evaluated for one element. */
  readonly cost: number;
}

/** An expression as parsed. Never changed afterwards. */
export type Node =
  | CurrentNode
  | LiteralNode
  | FieldNode
  | ChainNode
  | IndexNode
  | SliceNode
  | FlattenNode
  | ProjectionNode
  | FilterNode
  | LogicNode
  | NotNode
  | CompareNode
  | ListNode
  | HashNode
  | CallNode;

export interface CurrentNode extends Common {
  readonly type: 'current';
}

/** The value is not here but with the program, at this place of its literals: queries that differ in theirs share a tree. */
export interface LiteralNode extends Common {
  readonly type: 'literal';
  readonly slot: number;
}

export interface FieldNode extends Common {
  readonly type: 'field';
  readonly name: string;
}

/** `left.right` and `left | right`: right sees the value of left. */
export interface ChainNode extends Pair {
  readonly type: 'chain';
}

export interface IndexNode extends Common {
  readonly type: 'index';
  readonly left: Node;
  readonly index: number;
}

export interface SliceNode extends Common {
  readonly type: 'slice';
  readonly left: Node;
  readonly start: number | null;
  readonly stop: number | null;
  readonly step: number;
}

/** `left[]`, of which the projection that follows is a node of its own. */
export interface FlattenNode extends Common {
  readonly type: 'flatten';
  readonly left: Node;
}

/** `left[*].right` over a list, `left.*.right` over the values of an object. */
export interface ProjectionNode extends Loop, Pair {
  readonly type: 'projection';
  readonly over: 'list' | 'values';
}

/** `left[?condition].right` */
export interface FilterNode extends Loop, Pair {
  readonly type: 'filter';
  readonly condition: Node;
  readonly lookUp: LookUp | null;
}

/** Tells that whatever passes the filter has this name or id; a look-up where the list is that of the resources. */
export interface LookUp {
  readonly key: ResourceKey;
  readonly constant: Node;
  /** The condition says that and nothing more. */
  readonly whole: boolean;
}

export interface LogicNode extends Pair {
  readonly type: 'and' | 'or';
}

export interface NotNode extends Common {
  readonly type: 'not';
  readonly operand: Node;
}

export interface CompareNode extends Pair {
  readonly type: 'compare';
  readonly operator: Comparator;
}

export interface ListNode extends Common {
  readonly type: 'list';
  readonly items: readonly Node[];
}

export interface HashNode extends Common {
  readonly type: 'hash';
  readonly entries: readonly HashEntry[];
}

export interface HashEntry {
  readonly name: string;
  readonly value: Node;
}

export interface CallNode extends Common {
  readonly type: 'call';
  readonly name: string;
  readonly fn: QueryFunction;
  /** Where the first argument is a literal text, as in `parameter('x')`: its place among the program's literals. */
  readonly literal: number | null;
  readonly args: readonly Argument[];
}

export interface Argument {
  readonly at: number;
  readonly parameter: AnyParameter;
  /** How many parts it has. */
  readonly cost: number;
  /** `&expression` is legal as an argument only, and is not evaluated but handed over. */
  readonly reference: boolean;
  readonly expression: Node;
}
