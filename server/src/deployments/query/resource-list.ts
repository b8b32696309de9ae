import { isObject, type JsonObject, type JsonValue, memberOf } from './json-value.ts';

export type ResourceKey = 'name' | 'id';

/**
 * The resources of a submission that are provisioned so far (contract A4), in order, and an index of their names and ids.
 * Append-only: that is what makes a look-up equal to a scan. Indexing happens at the first look-up after an append, so
 * that each resource is looked at once for each key, and not at all for a key that nobody asks for.
 */
export class ResourceList {
  readonly #items: JsonValue[] = [];
  readonly #indexes = { name: new KeyIndex(), id: new KeyIndex() };
  /** The data that queries see. */
  readonly root: JsonObject = Object.freeze({ resources: this.#items });

  constructor(resources: Iterable<JsonObject> = []) {
    for (const resource of resources) this.append(resource);
  }

  /** The name and the id of a resource must not change once it is here. */
  append(resource: JsonObject): void {
    this.#items.push(resource);
  }

  get items(): readonly JsonValue[] {
    return this.#items;
  }

  /** All resources whose own `name` or `id` is exactly this text, in order. */
  find(key: ResourceKey, text: string): readonly JsonValue[] {
    const index = this.#indexes[key];
    index.catchUp(this.#items, key);
    return index.entries.get(text) ?? nothing;
  }
}

const nothing: readonly JsonValue[] = Object.freeze([]);

class KeyIndex {
  readonly entries = new Map<string, JsonValue[]>();
  #indexed = 0;

  catchUp(items: readonly JsonValue[], key: ResourceKey): void {
    for (; this.#indexed < items.length; this.#indexed += 1) {
      const item = items[this.#indexed] ?? null;
      if (!isObject(item)) continue;
      const text = memberOf(item, key);
      if (typeof text !== 'string') continue;
      const same = this.entries.get(text);
      if (same === undefined) this.entries.set(text, [item]);
      else same.push(item);
    }
  }
}
