import { ownCopyOf } from './own-copy.ts';
import { Program } from './program.ts';
import type { Shape } from './shape.ts';

/** Longer queries are hardly ever written a second time with other literals. */
const mostShared = 2_000;

/** How many pieces of one length are told from one another at one place; the oldest goes when another comes. */
const mostAlike = 4;

/** A piece of text between literals, behind the same pieces before it. */
interface Branch {
  readonly piece: string;
  /** The shape that ends here. */
  shape: Shape | null;
  /** What follows the next literal, by its length: comparing the few of one length is cheaper than hashing a new text. */
  next: Map<number, Branch[]> | null;
}

/**
 * Finds the shape of a query without parsing it, by the text outside its raw strings. Where that text is the one of a
 * query that was parsed, and neither of them has an escape, the first quote of both opens a raw string, the next one
 * closes it, and so on: both are the same tokens with other texts in them. Whether a query is well-formed does not depend
 * on these texts. Starts anew when it is full.
 */
export class ShapeCache {
  readonly #mostShapes: number;
  readonly #mostCharacters: number;
  #root = newBranch();
  #shapes = 0;
  #characters = 0;
  /** How many shapes came since one was last of use, and how many queries are left alone because of that. */
  #useless = 0;
  #resting = 0;

  constructor(mostShapes: number, mostCharacters: number) {
    this.#mostShapes = mostShapes;
    this.#mostCharacters = mostCharacters;
  }

  get size(): number {
    return this.#shapes;
  }

  /** The program of this query, where one of its shape is known. */
  programFor(text: string): Program | undefined {
    if (this.#resting > 0) {
      this.#resting -= 1;
      return undefined;
    }
    if (text.length > mostShared || text.includes('\\')) return undefined;
    const literals: string[] = [];
    let branch = this.#root;
    let from = 0;
    for (;;) {
      const opening = text.indexOf("'", from);
      const known = branchAt(branch, text, from, opening === -1 ? text.length : opening);
      if (known === undefined) return undefined;
      if (opening === -1) {
        if (known.shape === null) return undefined;
        this.#useless = 0;
        return new Program(text, known.shape, literals);
      }
      const closing = text.indexOf("'", opening + 1);
      if (closing === -1) return undefined;
      literals.push(text.slice(opening + 1, closing));
      branch = known;
      from = closing + 1;
    }
  }

  /** Remembers the shape where another query can have it: one with raw strings and no other quotes or escapes. */
  add(shape: Shape): void {
    const { text } = shape;
    if (text.length > mostShared || !text.includes("'") || /["`\\]/.test(text)) return;
    if (this.#resting > 0) return;
    this.#useless += 1;
    if (this.#useless > this.#mostShapes) {
      this.#rest();
      return;
    }
    if (this.#shapes >= this.#mostShapes || this.#characters + text.length > this.#mostCharacters) {
      this.#clear();
    }
    let branch = this.#root;
    let from = 0;
    for (;;) {
      const opening = text.indexOf("'", from);
      branch = branchFor(branch, text, from, opening === -1 ? text.length : opening);
      if (opening === -1) break;
      from = text.indexOf("'", opening + 1) + 1;
    }
    branch.shape = shape;
    this.#shapes += 1;
    this.#characters += text.length;
  }

  /** Where no two queries are alike, looking for those that are costs more than it saves. */
  #rest(): void {
    this.#resting = 10 * this.#mostShapes;
    this.#useless = 0;
    this.#clear();
  }

  #clear(): void {
    this.#root = newBranch();
    this.#shapes = 0;
    this.#characters = 0;
  }
}

function newBranch(piece = ''): Branch {
  return { piece, shape: null, next: null };
}

/** The known branch for the piece of the text between these places. */
function branchAt({ next }: Branch, text: string, from: number, to: number): Branch | undefined {
  const alike = next?.get(to - from);
  if (alike === undefined) return undefined;
  for (const branch of alike) if (text.startsWith(branch.piece, from)) return branch;
  return undefined;
}

function branchFor(before: Branch, text: string, from: number, to: number): Branch {
  const known = branchAt(before, text, from, to);
  if (known !== undefined) return known;
  const branch = newBranch(ownCopyOf(text.slice(from, to)));
  before.next ??= new Map();
  const alike = before.next.get(to - from);
  if (alike === undefined) before.next.set(to - from, [branch]);
  else if (alike.push(branch) > mostAlike) alike.shift();
  return branch;
}
