import type { JsonObject } from '../query/index.ts';
import type { AppliedResource } from '../run/run-template.ts';

/** Every place at which an id, a key or a secret of ours may begin, also right behind other characters. */
const forms = [
  /(?=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))/gi,
  /(?=([0-9a-f]{32}))/g,
  /(?=(ptl_[a-z]+_[0-9A-Za-z]{46}))/g,
];

/**
 * What only a deployment gives: ids of new resources, and keys and secrets of all. The plan has some too, but it made them
 * up and took them back.
 */
export class RuntimeTexts {
  readonly #texts = new Set<string>();

  constructor(applied: readonly AppliedResource[]) {
    for (const { action, resource, type } of applied) {
      if (action === 'create' && resource.id !== null) this.#texts.add(resource.id);
      for (const secret of type.secretsIn(resource as unknown as JsonObject)) this.#texts.add(secret);
    }
  }

  /** Whether one of them is anywhere in the value, be it a part of a text. */
  areIn(value: unknown): boolean {
    if (typeof value === 'string') return value.length >= 32 && this.#areInText(value);
    return typeof value === 'object' && value !== null && Object.values(value).some((member) => this.areIn(member));
  }

  #areInText(text: string): boolean {
    return forms.some((form) => [...text.matchAll(form)].some(([, found = '']) => this.#texts.has(found)));
  }
}
