import { visit } from 'jsonc-parser';
import { AppError } from '../../errors/app-error.ts';
import { invalidRequest } from './invalid-request.ts';
import { unreadableBody } from './unreadable-body.ts';

/** Deeper than any body of ours; what nests deeper costs time to parse and breaks whatever recurs over it later. */
const deepest = 64;

/** What only a walk over the value can settle: forbidden members, and characters that hide in escapes. */
const suspicious = /__proto__|"constructor"|\\u(?:00|[dD])/;

/** Where nesting first goes too deep, or -1. Strings are jumped over, so this is fast on large ones. */
const tooDeepAt = (text: string): number => {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > deepest) return at;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return -1;
};

const endOfString = (text: string, from: number): number => {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === 0x5c) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
};

class Found extends Error {
  readonly offset: number;
  constructor(offset: number) {
    super();
    this.offset = offset;
  }
}

/** The engine's message may quote the body, so only the place is taken from it; sometimes it has to be looked for. */
const placeOfMistake = (text: string, error: unknown): number => {
  const position = error instanceof Error ? / at position ([0-9]+)/.exec(error.message)?.[1] : undefined;
  if (position !== undefined) return Number(position);
  try {
    visit(
      text,
      {
        onError: (_code, offset) => {
          throw new Found(offset);
        },
      },
      { disallowComments: true },
    );
  } catch (found) {
    if (found instanceof Found) return found.offset;
  }
  return text.length;
};

type Path = (string | number)[];

/** Takes out members that could reach a prototype; answers the path of the first text that cannot be stored. */
const clean = (value: unknown): Path | undefined => {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [] : undefined;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const path = clean(item);
      if (path !== undefined) return [index, ...path];
    }
  } else if (typeof value === 'object' && value !== null) return cleanObject(value as Record<string, unknown>);
  return undefined;
};

const cleanObject = (record: Record<string, unknown>): Path | undefined => {
  for (const key of Object.keys(record)) {
    const value = record[key];
    const reachesPrototype = typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
    if (key === '__proto__' || (key === 'constructor' && reachesPrototype)) {
      Reflect.deleteProperty(record, key);
      continue;
    }
    const path = clean(key) ?? clean(value);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
};

/**
 * The value of a JSON body; nothing at all is undefined (contract B5). Members called `__proto__` are ignored like any
 * other unknown one, and texts that neither the database nor XML can hold (U+0000, half of a pair) are refused by name.
 */
export const parseJsonBody = (text: string): unknown => {
  if (text.trim() === '') return undefined;
  const deep = tooDeepAt(text);
  if (deep !== -1) throw unreadableBody('JSON', `it is nested deeper than ${deepest}`, text, deep);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unreadableBody('JSON', 'it is not valid JSON', text, placeOfMistake(text, error));
  }
  const path = suspicious.test(text) ? clean(value) : undefined;
  if (path === undefined) return value;
  throw invalidRequest('body', [{ path, text: 'must not contain the character U+0000 or half of a surrogate pair' }]);
};
