import type { Acting } from '../../accounts/index.ts';
import type { KnownApplications } from '../../identity/applications/index.ts';
import type {
  PlainChange,
  ProvisionedResource,
  ResourceInput,
  ResourcePlan,
  UpsertedResource,
} from '../../identity/services/index.ts';
import type { Handle, Transaction } from '../../platform/database/index.ts';
import type { JsonObject } from '../query/index.ts';
import type { FieldRules } from '../template/check-template.ts';
import type { JsonSchema } from './json-schema.ts';

/** A resource of a template with its queries answered, and what the submission has read already. */
export interface TypedInput extends ResourceInput {
  readonly known: KnownApplications;
}

/**
 * Everything that deployments must know of a resource type (contract A18). Plan and provision read, check and compare by
 * the same code, so that a plan tells what a deployment does (contract A19).
 */
export interface ResourceType extends FieldRules {
  readonly name: string;
  readonly title: string;
  /** A resource of this type as a template writes it, for editors. */
  readonly schema: JsonSchema;
  /** What `provision` would do, as far as the database alone can tell; with nothing but a name, how the resource stands. */
  readonly plan: (handle: Handle, input: TypedInput) => Promise<ResourcePlan<ProvisionedResource>>;
  readonly provision: (
    transaction: Transaction,
    acting: Acting,
    input: TypedInput,
  ) => Promise<UpsertedResource<ProvisionedResource>>;
  /**
   * The same for a resource that is there and of which nothing changes but settings in one row: what would be written, or
   * undefined where that is not all. A type without it is always provisioned step by step.
   */
  readonly changePlainly?: (handle: Handle, acting: Acting, input: TypedInput) => Promise<PlainChange | undefined>;
  /** A resource as it is now, without secrets. */
  readonly read: (
    handle: Handle,
    input: { readonly projectId: string; readonly resourceId: string },
  ) => Promise<ProvisionedResource>;
  /** Members of `sections.advanced` that hold ids of other resources, in which the same thing is seen from the other side. */
  readonly mirrored: readonly string[];
  /** The provisioned resource as history may keep it. */
  readonly withoutSecrets: (resource: JsonObject) => JsonObject;
  /** Everything in the provisioned resource that the platform made up and nobody may see before it is there: keys, secrets. */
  readonly secretsIn: (resource: JsonObject) => readonly string[];
}
