import { schemaName } from './schema-name.ts';
import { asSchemaNode, isTuple, type SchemaNode } from './schema-node.ts';

export type Scalar = 'string' | 'boolean' | 'integer' | 'number';

/**
 * What a schema says about the form of a value, alternatives folded into one: enough to read and write XML and to
 * keep only known members. Whether the value is right stays with the validator.
 */
export interface Shape {
  /** The element name where the value is a root or an item of an array. */
  readonly name: string;
  readonly scalars: ReadonlySet<Scalar>;
  /** Known members; undefined when the value is never an object. */
  readonly members: ReadonlyMap<string, Member> | undefined;
  /** The form of members that are not listed; undefined when they are ignored. */
  readonly rest: Shape | undefined;
  /** The form of the items; undefined when the value is never an array. */
  readonly items: Shape | undefined;
  /** More than one kind fits, so XML needs `xsi:type` to tell them apart. */
  readonly mixed: boolean;
}

export interface Member {
  readonly shape: Shape;
  readonly required: boolean;
}

interface Draft {
  name: string;
  scalars: Set<Scalar>;
  members: Map<string, Member> | undefined;
  rest: Shape | undefined;
  items: Shape | undefined;
  mixed: boolean;
}

interface Build {
  readonly targets: ReadonlyMap<string, SchemaNode>;
  readonly done: Map<SchemaNode, Shape>;
}

/** Any JSON value. It refers to itself: whatever is inside may be anything too. */
const anything: Draft = {
  name: 'anyType',
  scalars: new Set<Scalar>(['string', 'boolean', 'integer', 'number']),
  members: new Map(),
  rest: undefined,
  items: undefined,
  mixed: true,
};
anything.rest = anything;
anything.items = anything;
export const anyShape: Shape = anything;

const scalarOfConstant = (value: unknown): Scalar | undefined => {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : undefined;
};

const isMixed = (shape: Shape): boolean => {
  const numeric = shape.scalars.has('integer') && shape.scalars.has('number') ? 1 : 0;
  const kinds = shape.scalars.size - numeric + (shape.members ? 1 : 0) + (shape.items ? 1 : 0);
  return kinds > 1;
};

/** Of two forms of object, a member is required only when both require it. */
const mergeMembers = (left: Draft['members'], right: Shape['members']): Draft['members'] => {
  if (left === undefined || right === undefined) return left ?? (right && new Map(right));
  const merged = new Map<string, Member>();
  for (const [key, member] of left)
    merged.set(key, { ...member, required: member.required && !!right.get(key)?.required });
  for (const [key, member] of right) {
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { ...member, required: false });
    else merged.set(key, { shape: mergeShapes(known.shape, member.shape), required: known.required });
  }
  return merged;
};

const mergeInto = (draft: Draft, other: Shape): void => {
  for (const scalar of other.scalars) draft.scalars.add(scalar);
  draft.members = mergeMembers(draft.members, other.members);
  draft.rest = mergeOptional(draft.rest, other.rest);
  draft.items = mergeOptional(draft.items, other.items);
};

const mergeOptional = (left: Shape | undefined, right: Shape | undefined): Shape | undefined =>
  left === undefined || right === undefined ? (left ?? right) : mergeShapes(left, right);

const mergeShapes = (left: Shape, right: Shape): Shape => {
  if (left === right) return left;
  if (left === anyShape || right === anyShape) return anyShape;
  const draft = emptyDraft(left.name);
  mergeInto(draft, left);
  mergeInto(draft, right);
  draft.mixed = isMixed(draft);
  return draft;
};

const emptyDraft = (name: string): Draft => ({
  name,
  scalars: new Set(),
  members: undefined,
  rest: undefined,
  items: undefined,
  mixed: false,
});

const mergeAll = (nodes: readonly SchemaNode[], build: Build): Shape | undefined => {
  let merged: Shape | undefined;
  for (const node of nodes) merged = mergeOptional(merged, shapeOf(node, build));
  return merged;
};

const addObject = (draft: Draft, node: SchemaNode, build: Build): void => {
  const members = new Map<string, Member>();
  const required = new Set(node.required);
  for (const [key, child] of Object.entries(node.properties ?? {})) {
    members.set(key, { shape: shapeOf(child, build), required: required.has(key) });
  }
  draft.members = members;
  const extra = node.additionalProperties;
  if (extra === true) draft.rest = anyShape;
  else if (typeof extra === 'object') draft.rest = shapeOf(extra, build);
  const patterns = Object.values(node.patternProperties ?? {});
  if (patterns.length > 0) draft.rest = mergeOptional(draft.rest, mergeAll(patterns, build));
};

const addType = (draft: Draft, type: string, node: SchemaNode, build: Build): void => {
  if (type === 'object') addObject(draft, node, build);
  else if (type === 'array') {
    const items = node.items;
    draft.items =
      items === undefined ? anyShape : isTuple(items) ? (mergeAll(items, build) ?? anyShape) : shapeOf(items, build);
  } else if (type === 'string' || type === 'boolean' || type === 'integer' || type === 'number')
    draft.scalars.add(type);
};

/** Whether the schema says nothing at all about the form of its value. */
const saysNothing = (node: SchemaNode): boolean =>
  node.type === undefined &&
  node.enum === undefined &&
  node.const === undefined &&
  node.anyOf === undefined &&
  node.oneOf === undefined &&
  node.allOf === undefined;

const shapeOf = (node: SchemaNode, build: Build): Shape => {
  const done = build.done.get(node);
  if (done !== undefined) return done;
  if (node.$ref !== undefined) {
    const target = build.targets.get(node.$ref);
    if (target === undefined) throw new Error(`schema refers to ${node.$ref}, which it does not define`);
    return shapeOf(target, build);
  }
  if (saysNothing(node)) return anyShape;
  const draft = emptyDraft(schemaName(node));
  build.done.set(node, draft);
  const constants = node.const === undefined ? node.enum : [node.const];
  if (constants === undefined) {
    for (const type of typeof node.type === 'string' ? [node.type] : (node.type ?? []))
      addType(draft, type, node, build);
  }
  for (const value of constants ?? []) {
    const scalar = scalarOfConstant(value);
    if (scalar !== undefined) draft.scalars.add(scalar);
  }
  for (const choices of [node.anyOf, node.oneOf, node.allOf]) addChoices(draft, choices, build);
  draft.mixed = isMixed(draft);
  return draft;
};

const addChoices = (draft: Draft, choices: readonly SchemaNode[] | undefined, build: Build): void => {
  const merged = choices === undefined ? undefined : mergeAll(choices, build);
  if (merged !== undefined) mergeInto(draft, merged);
};

const targetsOf = (root: SchemaNode): Map<string, SchemaNode> => {
  const targets = new Map<string, SchemaNode>([['#', root]]);
  if (root.$id !== undefined) targets.set(root.$id, root);
  for (const [key, node] of Object.entries(root.$defs ?? {})) {
    targets.set(`#/$defs/${key}`, node);
    targets.set(node.$id ?? key, node);
  }
  return targets;
};

const shapes = new WeakMap<object, Shape>();

/** The shape of a schema, worked out once per schema object. */
export const compileShape = (schema: object): Shape => {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const root = asSchemaNode(schema);
  const shape = shapeOf(root, { targets: targetsOf(root), done: new Map() });
  shapes.set(schema, shape);
  return shape;
};
