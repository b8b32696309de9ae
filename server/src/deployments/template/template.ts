import type { JsonObject, JsonValue } from '../query/json-value.ts';
import type { ValueType } from './value-type.ts';

/** A template whose structure is right; queries in it are still text. */
export interface Template {
  readonly group: TemplateGroup;
  readonly variables: readonly TemplateVariable[];
  readonly resources: readonly TemplateResource[];
  readonly outputs: readonly TemplateOutput[];
}

export interface TemplateGroup {
  /** May be a query. */
  readonly name: string;
  /** As the template gives them: absent members stay as they are (contract A10). */
  readonly given: JsonObject;
}

export interface TemplateVariable {
  readonly name: string;
  readonly value: JsonValue;
  readonly type: ValueType | undefined;
  readonly path: readonly (string | number)[];
}

export interface TemplateResource {
  readonly index: number;
  readonly resourceType: string;
  /** The whole resource; queries may stand in `name`, `sku` and below `sections` (contract A3). */
  readonly given: JsonObject;
}

export const outputTypes = ['string', 'object', 'array', 'number', 'boolean'] as const;

export interface TemplateOutput {
  readonly index: number;
  readonly name: string;
  readonly value: string;
}
