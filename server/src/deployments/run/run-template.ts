import type {
  FieldChange,
  PlannedAction,
  ProvisionedResource,
  ResourceGroup,
  ResourcePlan,
  Warning,
} from '../../identity/services/index.ts';
import { UnknownValue } from '../../identity/services/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { createBreather } from '../breathe.ts';
import { type JsonObject, type JsonValue, ResourceList } from '../query/index.ts';
import { memberOf } from '../query/json-value.ts';
import type { ResourceType } from '../resource-types/resource-type.ts';
import type { CheckedResource, CheckedTemplate } from '../template/check-template.ts';
import { type EvaluationPlace, evaluateExpression } from '../template/evaluate-expression.ts';
import type { Expression } from '../template/expression.ts';
import { Findings, type Path, pathOf } from '../template/problem.ts';
import type { QueryScope, Scope } from '../template/scope.ts';
import { StandIns } from '../template/stand-ins.ts';
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

/** How a run touches the database. A plan is a deployment that is undone, so that both find and do the same. */
export interface RunMode {
  readonly applyGroup: (resourceGroup: JsonObject) => Promise<AppliedGroup>;
  readonly applyResource: (
    type: ResourceType,
    group: RunGroup,
    resource: Readonly<Record<string, unknown>>,
  ) => Promise<ResourcePlan<ProvisionedResource>>;
  /** Whether to look at what stands behind a resource that failed: for those who want to hear of everything at once. */
  readonly goesOn: boolean;
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
  readonly #names = new Set<unknown>();
  readonly #scope: QueryScope;
  readonly #findings = new Findings();
  /** Ids of resources that failed: what refers to them is not wrong for that. */
  readonly #failed = new StandIns();
  /** The transaction has come to nothing: the database refuses whatever comes next. */
  #isBroken = false;
  readonly #breathe = createBreather();

  constructor(input: RunInput, mode: RunMode) {
    this.#input = input;
    this.#mode = mode;
    this.#scope = input.scope.renewed();
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
    return this.#findings.isEmpty || (this.#mode.goesOn && !this.#isBroken);
  }

  async #step(resource: CheckedResource, group: RunGroup): Promise<void> {
    const type = this.#input.findType(resource.resourceType);
    if (type === undefined) return;
    const before = this.#findings.count;
    const { value, marked } = evaluateExpression(resource.expression, this.#place(resource.label));
    this.#refuseSecond(resource, memberOf(value, 'name'));
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
    this.#provisioned.append(plan.resource as unknown as JsonObject);
    this.#input.onResource?.(applied);
  }

  /** Names that only the run gives are not known to be different before it (contract A9). */
  #refuseSecond({ index, label }: CheckedResource, name: JsonValue): void {
    if (this.#names.has(name)) {
      const message = 'The query gives the name of a resource that stands in the template already.';
      const path = ['resources', index, 'name'];
      const kind = 'unprocessable';
      this.#findings.add({ code: 'resource.duplicate-name', message, file: 'template', path, resource: label, kind });
    }
    this.#names.add(name);
  }

  #place(resource: string | null, mayFindNothing = false): EvaluationPlace {
    return {
      scope: this.#scope,
      resources: this.#provisioned,
      findings: this.#findings,
      resource,
      mayFindNothing,
      standIns: this.#failed,
      unknown: (query) => new UnknownValue(query),
    };
  }

  #standIn(value: JsonValue): void {
    if (!this.#goesOn) return;
    this.#provisioned.append({ sections: {}, ...(value as JsonObject), id: this.#failed.make() });
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
      this.#isBroken ||= !(error instanceof AppError);
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
