import type { ErrorDetail } from '../../platform/errors/app-error.ts';
import type { Breather } from '../breathe.ts';
import { QueryError, resourceReferences } from '../query/index.ts';
import { type JsonObject, type JsonValue, memberOf, setMember } from '../query/json-value.ts';
import { compileValue } from './compile-value.ts';
import { type Expression, isLiteral, type QueryExpression } from './expression.ts';
import { nameForPeople } from './parse-template.ts';
import type { Findings, Path } from './problem.ts';
import { quote } from './read-json.ts';
import type { Scope } from './scope.ts';
import type { Template, TemplateResource } from './template.ts';

/** What the check must know of a resource type. */
export interface FieldRules {
  /** Paths from the resource down, of fields that take a list. */
  readonly isList: (path: Path) => boolean;
  /** Fields that are kept secret, and may be given by a secret parameter. */
  readonly keepsSecret: (path: Path) => boolean;
  /** What is wrong in the fields of a resource as far as the template alone can tell; unknown values are passed over. */
  readonly mistakes?: {
    readonly code: string;
    readonly find: (resource: Readonly<Record<string, unknown>>) => readonly ErrorDetail[];
  };
}

export interface CheckedTemplate {
  /** The group with its queries answered. */
  readonly group: JsonObject;
  readonly resources: readonly CheckedResource[];
  readonly outputs: readonly CheckedOutput[];
}

export interface CheckedResource {
  readonly index: number;
  readonly resourceType: string;
  /** As problems call it: the name, or the query for it. */
  readonly label: string | null;
  /** Undefined while only the run can tell. */
  readonly name: string | undefined;
  readonly expression: Expression;
  /** All queries that are left to run. */
  readonly queries: readonly QueryExpression[];
}

export interface CheckedOutput {
  readonly name: string;
  readonly expression: Expression;
}

export interface CheckTools {
  readonly scope: Scope;
  readonly findings: Findings;
  readonly breathe: Breather;
  readonly findType: (resourceType: string) => FieldRules | undefined;
  readonly typeNames: readonly string[];
}

/** Members of a resource in which queries may stand (contract A3). */
const queryMembers = ['name', 'sku', 'sections'];

const refuseResources = {
  code: 'group.name-uses-resources',
  message: 'The name of the resource group is needed before any resource is there.',
};

/** Everything that can be found before anything is provisioned, all of it at once (contract A7, A8). */
export async function checkTemplate(template: Template, tools: CheckTools): Promise<CheckedTemplate> {
  const group = checkGroup(template, tools);
  const resources: CheckedResource[] = [];
  for (const resource of template.resources) {
    resources.push(checkResource(resource, tools));
    await tools.breathe();
  }
  const places = checkNames(resources, tools.findings);
  for (const resource of resources) {
    checkReferences(resource, places, tools);
    await tools.breathe();
  }
  return { group, resources, outputs: template.outputs.map((output) => checkOutput(output, tools)) };
}

function checkGroup({ group }: Template, { scope, findings }: CheckTools): JsonObject {
  const path = ['resourceGroup', 'name'];
  const { expression } = compileValue(group.name, { path, resource: null, refuseResources }, scope, findings);
  if (!isLiteral(expression)) return group.given;
  if (typeof expression.value !== 'string') {
    const message = 'The query for the name of the resource group does not give a text.';
    findings.add({ code: 'group.bad-name', message, file: 'template', path });
  }
  return { ...group.given, name: expression.value };
}

function checkResource({ index, resourceType, given }: TemplateResource, tools: CheckTools): CheckedResource {
  const { scope, findings } = tools;
  const path: Path = ['resources', index];
  const type = tools.findType(resourceType);
  const written = nameForPeople(given);
  if (type === undefined) {
    const message = `The resource type ${quote(resourceType)} is not known. Known: ${tools.typeNames.join(', ')}.`;
    const at = [...path, 'resourceType'];
    findings.add({ code: 'resource.unknown-type', message, file: 'template', path: at, resource: written });
  }
  const name = compileValue(memberOf(given, 'name'), { path: [...path, 'name'], resource: written }, scope, findings);
  const known = isLiteral(name.expression) ? name.expression.value : undefined;
  if (known !== undefined && typeof known !== 'string') {
    const message = 'The query for the name of the resource does not give a text.';
    const at = [...path, 'name'];
    findings.add({ code: 'resource.bad-name', message, file: 'template', path: at, resource: written });
  }
  const label = typeof known === 'string' ? known : written;
  const rules = {
    isList: (at: Path) => type?.isList(at.slice(2)) ?? false,
    keepsSecret: (at: Path) => type?.keepsSecret(at.slice(2)) ?? false,
  };
  const queries = [...name.queries];
  const members = Object.entries(given).map(([member, value]): readonly [string, Expression] => {
    if (member === 'name') return [member, name.expression];
    if (!queryMembers.includes(member)) return [member, { kind: 'literal', value }];
    const place = { path: [...path, member], resource: label, ...rules };
    const compiled = compileValue(value, place, scope, findings);
    queries.push(...compiled.queries);
    return [member, compiled.expression];
  });
  const isNamed = typeof known === 'string';
  return { index, resourceType, label, name: isNamed ? known : undefined, expression: objectOf(members), queries };
}

function objectOf(members: readonly (readonly [string, Expression])[]): Expression {
  if (!members.every(([, expression]) => isLiteral(expression))) return { kind: 'object', members };
  const value: Record<string, JsonValue> = {};
  for (const [name, expression] of members) if (isLiteral(expression)) setMember(value, name, expression.value);
  return { kind: 'literal', value };
}

function checkOutput(output: Template['outputs'][number], { scope, findings }: CheckTools): CheckedOutput {
  const place = { path: ['outputs', output.index, 'value'], resource: null };
  return { name: output.name, expression: compileValue(output.value, place, scope, findings).expression };
}

/** Where each known name stands first. Duplicates are told here (contract A9). */
function checkNames(resources: readonly CheckedResource[], findings: Findings): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const { name, index } of resources) {
    if (name === undefined) continue;
    if (!places.has(name)) places.set(name, index);
    else {
      const message = `The template has two resources called ${quote(name)}.`;
      const path = ['resources', index, 'name'];
      findings.add({ code: 'resource.duplicate-name', message, file: 'template', path, resource: name });
    }
  }
  return places;
}

/** Resources are provisioned in order, so that a resource can only refer to those before it. */
function checkReferences(resource: CheckedResource, places: ReadonlyMap<string, number>, tools: CheckTools): void {
  for (const query of resource.queries) {
    for (const { value, offset } of namesSought(query, tools)) {
      const index = places.get(value);
      if (index === undefined || index < resource.index) continue;
      const isItself = index === resource.index;
      tools.findings.add({
        code: isItself ? 'resource.self-reference' : 'resource.forward-reference',
        message: isItself
          ? `The resource refers to itself: ${quote(value)} is not there before it is provisioned.`
          : `The query refers to ${quote(value)}, which is provisioned later. Move that resource before this one.`,
        file: 'template',
        path: query.path,
        resource: resource.label,
        character: offset + 1,
      });
    }
  }
}

function namesSought({ program }: QueryExpression, { scope, findings }: CheckTools) {
  try {
    const { parameters, variables, budget } = scope;
    return resourceReferences(program, { parameters, variables, budget }).filter(({ key }) => key === 'name');
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    // What is wrong with the query itself was told when it was compiled; only the budget can be new.
    if (findings.isEmpty) findings.add({ code: error.code, message: error.message, file: 'template', path: [] });
    return [];
  }
}
