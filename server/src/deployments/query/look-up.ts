import type { LookUp, Node } from './ast.ts';

/**
 * Finds conditions that an index of names and ids can answer: `name == constant` or `id == constant`, either way round,
 * with or without further ones behind `&&`. Only the first of several: those behind it are not evaluated where it fails,
 * and may be errors there.
 */
export function lookUpOf(condition: Node): LookUp | null {
  let first = condition;
  while (first.type === 'and') first = first.left;
  if (first.type !== 'compare' || first.operator !== '==') return null;
  const whole = first === condition;
  return matchOf(first.left, first.right, whole) ?? matchOf(first.right, first.left, whole);
}

function matchOf(side: Node, constant: Node, whole: boolean): LookUp | null {
  if (side.type !== 'field' || !constant.constant) return null;
  return side.name === 'name' || side.name === 'id' ? Object.freeze({ key: side.name, constant, whole }) : null;
}
