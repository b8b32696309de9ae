import type { Program } from './program.ts';

/**
 * Remembers programs by their text, within bounds. Two generations: what was not asked for while one filled up is
 * dropped, and a hit costs no more than a look-up.
 */
export class ProgramCache {
  readonly #mostPrograms: number;
  readonly #mostCharacters: number;
  #young = new Map<string, Program>();
  #old = new Map<string, Program>();
  #characters = 0;

  /** Bounds for one generation; at most twice as much is ever held. */
  constructor(mostPrograms: number, mostCharacters: number) {
    this.#mostPrograms = mostPrograms;
    this.#mostCharacters = mostCharacters;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(text: string): Program | undefined {
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const old = this.#old.get(text);
    if (old !== undefined) {
      this.#old.delete(text);
      this.add(old);
    }
    return old;
  }

  add(program: Program): void {
    const { length } = program.text;
    if (this.#young.size >= this.#mostPrograms || this.#characters + length > this.#mostCharacters) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#characters = 0;
    }
    this.#young.set(program.text, program);
    this.#characters += length;
  }
}
