import { Program } from './program.ts';
import type { Shape } from './shape.ts';

/** Longer queries are hardly ever written a second time with other literals. */
const mostShared = 2_000;

/** How many pieces of one length are told from one another at one place; the oldest goes when another comes. */
const mostAlike = 8;

/** A piece of text between literals, behind the same pieces before it. */
interface Branch {
  readonly piece: string;
  /** The shape that ends here. */
  shape: Shape | null;
  /** What follows the next literal, by its length: comparing the few of one length is cheaper than hashing a new text. */
  readonly next: Map<number, Branch[]>;
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

  constructor(mostShapes: number, mostCharacters: number) {
    this.#mostShapes = mostShapes;
    this.#mostCharacters = mostCharacters;
  }

  get size(): number {
    return this.#shapes;
  }

  /** The program of this query, where one of its shape is known. */
  programFor(text: string): Program | undefined {
    if (text.length > mostShared || text.includes('\\')) return undefined;
    const literals: string[] = [];
    let branch = this.#root;
    let from = 0;
    for (;;) {
      const opening = text.indexOf("'", from);
      const known = branchAt(branch, text, from, opening === -1 ? text.length : opening);
      if (known === undefined) return undefined;
      if (opening === -1) return known.shape === null ? undefined : new Program(text, known.shape, literals);
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
    if (this.#shapes >= this.#mostShapes || this.#characters + text.length > this.#mostCharacters) {
      this.#root = newBranch();
      this.#shapes = 0;
      this.#characters = 0;
    }
    let branch = this.#root;
    for (const piece of text.split("'").filter((_, index) => index % 2 === 0)) branch = branchFor(branch, piece);
    branch.shape = shape;
    this.#shapes += 1;
    this.#characters += text.length;
  }
}

function newBranch(piece = ''): Branch {
  return { piece, shape: null, next: new Map() };
}

/** The known branch for the piece of the text between these places. */
function branchAt({ next }: Branch, text: string, from: number, to: number): Branch | undefined {
  const alike = next.get(to - from);
  if (alike === undefined) return undefined;
  for (const branch of alike) if (text.startsWith(branch.piece, from)) return branch;
  return undefined;
}

function branchFor(before: Branch, piece: string): Branch {
  const known = branchAt(before, piece, 0, piece.length);
  if (known !== undefined) return known;
  const branch = newBranch(piece);
  const alike = before.next.get(piece.length) ?? [];
  if (alike.length === mostAlike) alike.shift();
  alike.push(branch);
  before.next.set(piece.length, alike);
  return branch;
}
