import { randomUUID } from 'node:crypto';
import { isArray, type JsonValue } from '../query/json-value.ts';

const idForm = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/**
 * Stand-ins for what exists only once a deployment runs: ids of new resources, their keys and secrets. A plan answers
 * queries with them and then knows by them which answers are not known yet (contract A19).
 */
export class RuntimeValues {
  readonly #standIns = new Set<string>();

  make(): string {
    const standIn = randomUUID();
    this.#standIns.add(standIn);
    return standIn;
  }

  /** Whether a stand-in is anywhere in the value, be it a part of a text. */
  isIn(value: JsonValue): boolean {
    if (this.#standIns.size === 0) return false;
    if (typeof value === 'string') return this.#isInText(value);
    if (typeof value !== 'object' || value === null) return false;
    return isArray(value)
      ? value.some((item) => this.isIn(item))
      : Object.values(value).some((member) => this.isIn(member));
  }

  #isInText(text: string): boolean {
    if (text.length < 36) return false;
    return text.match(idForm)?.some((id) => this.#standIns.has(id.toLowerCase())) ?? false;
  }
}
