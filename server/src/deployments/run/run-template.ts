import type {
  FieldChange,
  PlannedAction,
  ProvisionedResource,
  ResourceGroup,
  ResourcePlan,
  Warning,
} from '../../identity/services/index.ts';
import { UnknownValue } from '../../identity/services/index.ts';
import { createBreather } from '../breathe.ts';
import { type JsonObject, type JsonValue, ResourceList } from '../query/index.ts';
import type { ResourceType } from '../resource-types/resource-type.ts';
import type { CheckedResource, CheckedTemplate } from '../template/check-template.ts';
import { type Evaluated, type EvaluationPlace, evaluateExpression } from '../template/evaluate-expression.ts';
import type { Expression } from '../template/expression.ts';
import { Findings, type Path, pathOf } from '../template/problem.ts';
import type { RuntimeValues } from '../template/runtime-values.ts';
import type { Scope } from '../template/scope.ts';
import type { findingsOf } from './findings-of.ts';

export type RunGroup = Pick<ResourceGroup, 'id' | 'projectId' | 'tenantId' | 'locked'>;

export interface AppliedGroup {
  readonly group: RunGroup;
  readonly action: PlannedAction;
  readonly changes: readonly FieldChange[];
  readonly warnings: readonly Warning[];
}

export interface AppliedResource extends ResourcePlan<ProvisionedResource> {
  readonly index: number;
  readonly type: ResourceType;
}

/** What differs between a deployment and a plan; everything else is the same code. */
export interface RunMode {
  readonly applyGroup: (resourceGroup: JsonObject) => Promise<AppliedGroup>;
  readonly applyResource: (
    type: ResourceType,
    group: RunGroup,
    resource: Readonly<Record<string, unknown>>,
  ) => Promise<ResourcePlan<ProvisionedResource>>;
  /** Present in a plan, where new resources have stand-ins for ids; a plan goes on behind a resource that fails. */
  readonly runtime?: RuntimeValues;
  /** Turns what was thrown into something to tell; undefined for what nobody foresaw. */
  readonly explain: (error: unknown) => ReturnType<typeof findingsOf> | undefined;
}

export interface RunInput {
  readonly checked: CheckedTemplate;
  readonly scope: Scope;
  readonly findType: (resourceType: string) => ResourceType | undefined;
  readonly onResource?: (resource: AppliedResource) => void;
}

export interface TemplateRun {
  /** Absent when already the group is wrong. */
  readonly group: AppliedGroup | undefined;
  readonly resources: readonly AppliedResource[];
  readonly values: readonly { readonly name: string; readonly value: JsonValue }[];
  readonly findings: Findings;
}

/**
 * Goes through a checked template in order: the group, each resource with its queries answered by those before it, the
 * outputs (contract A4-A6). A deployment stops at the first resource that fails; the rest would be undone anyway.
 */
export async function runTemplate(input: RunInput, mode: RunMode): Promise<TemplateRun> {
  return await new Run(input, mode).run();
}

class Run {
  readonly #input: RunInput;
  readonly #mode: RunMode;
  readonly #provisioned = new ResourceList();
  readonly #applied: AppliedResource[] = [];
  readonly #findings = new Findings();
  readonly #breathe = createBreather();

  constructor(input: RunInput, mode: RunMode) {
    this.#input = input;
    this.#mode = mode;
  }

  async run(): Promise<TemplateRun> {
    const { checked } = this.#input;
    const group = await this.#attempt(['resourceGroup'], null, undefined, () => this.#mode.applyGroup(checked.group));
    if (group !== undefined) {
      this.#warn(group.warnings, ['resourceGroup'], null);
      for (const resource of checked.resources) {
        await this.#step(resource, group.group);
        if (!this.#goesOn) break;
        await this.#breathe();
      }
    }
    const values = this.#goesOn && group !== undefined ? this.#outputs() : [];
    return { group, resources: this.#applied, values, findings: this.#findings };
  }

  get #goesOn(): boolean {
    return this.#findings.isEmpty || this.#mode.runtime !== undefined;
  }

  async #step(resource: CheckedResource, group: RunGroup): Promise<void> {
    const type = this.#input.findType(resource.resourceType);
    if (type === undefined) return;
    const before = this.#findings.count;
    const { value, marked } = evaluateExpression(resource.expression, this.#place(resource.label));
    if (this.#findings.count > before) {
      this.#standIn(value);
      return;
    }
    const path = ['resources', resource.index];
    const given = marked as Readonly<Record<string, unknown>>;
    const plan = await this.#attempt(path, resource.label, resource.expression, () =>
      this.#mode.applyResource(type, group, given),
    );
    if (plan === undefined) {
      this.#standIn(value);
      return;
    }
    this.#warn(plan.warnings, path, resource.label);
    const applied: AppliedResource = { ...plan, index: resource.index, type };
    this.#applied.push(applied);
    this.#provisioned.append(this.#asProvisioned(applied, { value, marked }));
    this.#input.onResource?.(applied);
  }

  #place(resource: string | null, mayFindNothing = false): EvaluationPlace {
    const { runtime } = this.#mode;
    return {
      scope: this.#input.scope,
      resources: this.#provisioned,
      findings: this.#findings,
      resource,
      mayFindNothing,
      ...(runtime === undefined ? {} : { runtime, unknown: (query: string) => new UnknownValue(query) }),
    };
  }

  /** What later queries see. In a plan: with stand-ins for what is not known yet. */
  #asProvisioned({ resource, type }: AppliedResource, given: Evaluated): JsonObject {
    const { runtime } = this.#mode;
    const provisioned = resource as unknown as JsonObject;
    if (runtime === undefined) return provisioned;
    const known = given.marked === given.value ? provisioned : withUnknown(provisioned, given);
    const filled = type.withStandIns(known, () => runtime.make());
    return resource.id === null ? { ...filled, id: runtime.make() } : filled;
  }

  /** For a resource that failed in a plan: those behind it are looked at as if it were there. */
  #standIn(value: JsonValue): void {
    const { runtime } = this.#mode;
    if (runtime !== undefined) this.#provisioned.append({ sections: {}, ...(value as JsonObject), id: runtime.make() });
  }

  #outputs(): TemplateRun['values'] {
    return this.#input.checked.outputs.map(({ name, expression }) => ({
      name,
      value: evaluateExpression(expression, this.#place(null, true)).value,
    }));
  }

  async #attempt<Result>(
    path: Path,
    resource: string | null,
    expression: Expression | undefined,
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      const explained = this.#mode.explain(error);
      if (explained === undefined) throw error;
      for (const finding of explained(path, resource, expression)) this.#findings.add(finding);
      return undefined;
    }
  }

  #warn(warnings: readonly Warning[], path: Path, resource: string | null): void {
    for (const { path: pointer, message } of warnings) {
      const at = [...path, ...pathOf(pointer)];
      this.#findings.warn({ code: 'resource.warning', message, file: 'template', path: at, resource });
    }
  }
}

/** The planned resource with the answers that hold stand-ins, so that queries behind it find them. */
function withUnknown(provisioned: JsonObject, { value, marked }: Evaluated): JsonObject {
  const result: Record<string, JsonValue> = { ...provisioned };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return provisioned;
  const given = value as JsonObject;
  for (const [name, mark] of Object.entries(marked as Readonly<Record<string, unknown>>)) {
    const member = given[name] ?? null;
    if (mark === member) continue;
    const stored = provisioned[name];
    const isPlain = typeof stored === 'object' && stored !== null && !Array.isArray(stored);
    const isContainer = isPlain && typeof mark === 'object' && !(mark instanceof UnknownValue) && !Array.isArray(mark);
    result[name] = isContainer ? withUnknown(stored as JsonObject, { value: member, marked: mark }) : member;
  }
  return result;
}
