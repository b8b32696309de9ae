import { randomUUID } from 'node:crypto';
import { isArray, type JsonValue } from '../query/json-value.ts';

const idForm = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Ids in place of those that are not there, by which answers are known that hang on them. */
export class StandIns {
  readonly #ids = new Set<string>();

  make(): string {
    const id = randomUUID();
    this.#ids.add(id);
    return id;
  }

  /** Whether one of them is anywhere in the value, be it a part of a text. */
  isIn(value: JsonValue): boolean {
    if (this.#ids.size === 0) return false;
    if (typeof value === 'string') return this.#isInText(value);
    if (typeof value !== 'object' || value === null) return false;
    return isArray(value)
      ? value.some((item) => this.isIn(item))
      : Object.values(value).some((member) => this.isIn(member));
  }

  #isInText(text: string): boolean {
    return text.length >= 36 && (text.match(idForm)?.some((id) => this.#ids.has(id.toLowerCase())) ?? false);
  }
}
