import type { Breather } from '../breathe.ts';
import { type JsonValue, setMember } from '../query/json-value.ts';
import { JsonMistake, JsonScanner, type Token } from './json-scanner.ts';
import type { Finding, Path } from './problem.ts';
import type { SourceFile } from './source-file.ts';
import { templateLimits } from './template-limits.ts';

type Container =
  | { readonly kind: 'list'; readonly value: JsonValue[] }
  | { readonly kind: 'object'; readonly value: Record<string, JsonValue>; name: string | null; size: number };

export type ReadJson = { readonly value: JsonValue } | { readonly finding: Finding };

const keywords = { true: true, false: false, null: null } as const;

/** Pauses are considered after this many values. */
const valuesPerCheck = 2_048;

/**
 * The value of a file: JSON with comments and trailing commas (contract A14); anything else is a finding with its place.
 * Goes without recursion, and lets others go first now and then: a file may have 16 MiB.
 */
export async function readJson(file: SourceFile, breathe: Breather): Promise<ReadJson> {
  const reading = new Reading(file.text);
  try {
    while (!reading.advance(valuesPerCheck)) await breathe();
    return { value: reading.result };
  } catch (mistake) {
    if (!(mistake instanceof JsonMistake)) throw mistake;
    const { code, message, offset } = mistake;
    return { finding: { code, message, file: file.name, path: reading.path, offset } };
  }
}

class Reading {
  readonly #scanner: JsonScanner;
  readonly #open: Container[] = [];
  #values = 0;
  #done = false;
  result: JsonValue = null;

  constructor(text: string) {
    this.#scanner = new JsonScanner(text);
  }

  /** Where it has come to. */
  get path(): Path {
    return this.#open
      .map((container) => (container.kind === 'list' ? container.value.length : container.name))
      .filter((part) => part !== null);
  }

  /** Reads at least so many values, or all; true when everything is read. */
  advance(values: number): boolean {
    const until = this.#values + values;
    while (!this.#done && this.#values < until) this.#step();
    return this.#done;
  }

  #step(): void {
    const container = this.#open.at(-1);
    const token = this.#scanner.next();
    if (container === undefined) this.#value(token, 'a value');
    else if (container.kind === 'list') this.#element(token);
    else this.#member(container, token);
  }

  #element(token: Token): void {
    if (token === ']') this.#close();
    else this.#value(token, 'a value or ]');
  }

  #member(container: Container & { readonly kind: 'object' }, token: Token): void {
    if (token === '}') {
      this.#close();
      return;
    }
    if (token !== 'text') throw this.#unexpected(token, 'the name of a member in quotes, or }');
    const name = String(this.#scanner.value);
    container.name = name;
    if (Object.hasOwn(container.value, name)) {
      throw new JsonMistake(
        'json.duplicate-member',
        `The member ${quote(name)} stands in this object twice.`,
        this.#scanner.offset,
      );
    }
    container.size += 1;
    if (container.size > templateLimits.members) {
      const message = `An object may have at most ${templateLimits.members} members.`;
      throw new JsonMistake('json.too-many-members', message, this.#scanner.offset);
    }
    const colon = this.#scanner.next();
    if (colon !== ':') throw this.#unexpected(colon, 'a colon');
    this.#value(this.#scanner.next(), 'a value');
  }

  #value(token: Token, expected: string): void {
    this.#values += 1;
    if (this.#values > templateLimits.values) {
      const message = `The file holds more than ${templateLimits.values} values.`;
      throw new JsonMistake('json.too-many-values', message, this.#scanner.offset);
    }
    if (token === '{') this.#enter({ kind: 'object', value: {}, name: null, size: 0 });
    else if (token === '[') this.#enter({ kind: 'list', value: [] });
    else if (token === 'text' || token === 'number') this.#add(this.#scanner.value);
    else if (Object.hasOwn(keywords, token)) this.#add(keywords[token as keyof typeof keywords]);
    else throw this.#unexpected(token, expected);
  }

  #enter(container: Container): void {
    if (this.#open.length >= templateLimits.depth) {
      const message = `The file is nested deeper than ${templateLimits.depth} levels.`;
      throw new JsonMistake('json.too-deep', message, this.#scanner.offset);
    }
    this.#open.push(container);
  }

  #close(): void {
    const container = this.#open.pop();
    if (container !== undefined) this.#add(container.value);
  }

  /** Puts a finished value where it belongs, and reads what must come behind it. */
  #add(value: JsonValue): void {
    const container = this.#open.at(-1);
    if (container === undefined) {
      this.result = value;
      const token = this.#scanner.next();
      if (token !== 'end') throw this.#unexpected(token, 'the end of the file');
      this.#done = true;
      return;
    }
    if (container.kind === 'list') container.value.push(value);
    else if (container.name !== null) setMember(container.value, container.name, value);
    const token = this.#scanner.next();
    if (token === ',') {
      if (container.kind === 'object') container.name = null;
      return;
    }
    if (token !== (container.kind === 'list' ? ']' : '}')) {
      throw this.#unexpected(token, container.kind === 'list' ? 'a comma or ]' : 'a comma or }');
    }
    if (container.kind === 'object') container.name = null;
    this.#close();
  }

  #unexpected(token: Token, expected: string): JsonMistake {
    const found = token === 'end' ? 'the file ends here' : `${describe(token)} stands here`;
    return new JsonMistake('json.syntax', `Expected ${expected}, but ${found}.`, this.#scanner.offset);
  }
}

function describe(token: Token): string {
  return token === 'text' ? 'a text' : token === 'number' ? 'a number' : token;
}

/** A name from a file, for a message. */
export function quote(name: string): string {
  return `"${name.length > 100 ? `${name.slice(0, 100)}…` : name}"`;
}
