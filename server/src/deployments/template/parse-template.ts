import { isArray, isObject, type JsonObject, type JsonValue, memberOf } from '../query/json-value.ts';
import { parseOutputs } from './parse-outputs.ts';
import { parseVariables } from './parse-variables.ts';
import type { Findings, Path } from './problem.ts';
import { quote } from './read-json.ts';
import type { Template, TemplateGroup, TemplateResource } from './template.ts';
import { templateLimits } from './template-limits.ts';

const templateMembers = ['$schema', 'resourceGroup', 'variables', 'resources', 'outputs'];
const groupMembers = ['name', 'description', 'tags', 'isProduction', 'locked'];

/**
 * The structure of a template: which members there are and of which kind. Everything wrong with it is found at once;
 * what cannot be used is left out of the result.
 */
export function parseTemplate(file: JsonValue, findings: Findings): Template {
  if (!isObject(file)) {
    const message = 'The template must be an object with resourceGroup, variables, resources and outputs.';
    findings.add({ code: 'template.not-an-object', message, file: 'template', path: [] });
    return { group: { name: '', given: {} }, variables: [], resources: [], outputs: [] };
  }
  warnUnknown(file, [], templateMembers, findings);
  return {
    group: parseGroup(file, findings),
    variables: parseVariables(memberOf(file, 'variables'), findings),
    resources: parseResources(file, findings),
    outputs: parseOutputs(memberOf(file, 'outputs'), findings),
  };
}

function parseGroup(file: JsonObject, findings: Findings): TemplateGroup {
  const group = memberOf(file, 'resourceGroup');
  const path = ['resourceGroup'];
  const add = (code: string, message: string, at: Path = path) =>
    findings.add({ code: `group.${code}`, message, file: 'template', path: at });
  if (!isObject(group)) {
    if (Object.hasOwn(file, 'resourceGroup')) add('not-an-object', 'resourceGroup must be an object.');
    else add('missing', 'The template has no resourceGroup.', []);
    return { name: '', given: {} };
  }
  warnUnknown(group, path, groupMembers, findings);
  const name = memberOf(group, 'name');
  if (!Object.hasOwn(group, 'name')) add('no-name', 'The resource group has no name.');
  else if (typeof name !== 'string')
    add('bad-name', 'The name of the resource group must be a text.', [...path, 'name']);
  for (const member of ['isProduction', 'locked']) {
    const value = memberOf(group, member);
    if (value !== null && typeof value !== 'boolean') {
      add('wrong-type', `${member} must be true or false.`, [...path, member]);
    }
  }
  const description = memberOf(group, 'description');
  if (description !== null && typeof description !== 'string') {
    add('wrong-type', 'description must be a text.', [...path, 'description']);
  }
  checkTags(memberOf(group, 'tags'), [...path, 'tags'], add);
  return { name: typeof name === 'string' ? name : '', given: group };
}

function checkTags(tags: JsonValue, path: Path, add: (code: string, message: string, at: Path) => void): void {
  if (tags === null) return;
  if (!isArray(tags)) {
    add('wrong-type', 'tags must be a list of texts.', path);
    return;
  }
  for (const [index, tag] of tags.entries()) {
    if (typeof tag !== 'string') add('wrong-type', 'A tag must be a text.', [...path, index]);
  }
}

function parseResources(file: JsonObject, findings: Findings): readonly TemplateResource[] {
  const list = memberOf(file, 'resources');
  const path = ['resources'];
  const add = (code: string, message: string, at: Path = path) =>
    findings.add({ code, message, file: 'template', path: at });
  if (!isArray(list)) {
    if (Object.hasOwn(file, 'resources')) add('resources.not-a-list', 'resources must be a list.');
    else add('resources.missing', 'The template has no resources.', []);
    return [];
  }
  if (list.length > templateLimits.resources) {
    add('resources.too-many', `At most ${templateLimits.resources} resources are allowed; there are ${list.length}.`);
    return [];
  }
  return list.flatMap((resource, index) => parseResource(resource, index, findings));
}

function parseResource(given: JsonValue, index: number, findings: Findings): TemplateResource[] {
  const path = ['resources', index];
  const add = (code: string, message: string, member?: string) =>
    findings.add({
      code: `resource.${code}`,
      message,
      file: 'template',
      path: member === undefined ? path : [...path, member],
      resource: nameForPeople(given),
    });
  if (!isObject(given)) {
    add('not-an-object', 'Every resource must be an object.');
    return [];
  }
  const name = memberOf(given, 'name');
  if (!Object.hasOwn(given, 'name')) add('no-name', 'The resource has no name.');
  else if (typeof name !== 'string') add('bad-name', 'The name of a resource must be a text.', 'name');
  const resourceType = memberOf(given, 'resourceType');
  if (!Object.hasOwn(given, 'resourceType')) add('no-type', 'The resource has no resourceType.');
  else if (typeof resourceType !== 'string') add('bad-type', 'resourceType must be a text.', 'resourceType');
  const sections = memberOf(given, 'sections');
  if (Object.hasOwn(given, 'sections') && !isObject(sections)) {
    add('bad-sections', 'sections must be an object with properties and advanced.', 'sections');
  }
  if (typeof name !== 'string' || typeof resourceType !== 'string') return [];
  return [{ index, resourceType, given }];
}

/** What problems call a resource whose name is not worked out yet: the name as it is written. */
export function nameForPeople(given: JsonValue): string | null {
  const name = isObject(given) ? memberOf(given, 'name') : null;
  return typeof name === 'string' ? name.slice(0, templateLimits.name) : null;
}

function warnUnknown(given: JsonObject, path: Path, known: readonly string[], findings: Findings): void {
  for (const member of Object.keys(given)) {
    if (known.includes(member)) continue;
    const message = `${quote(member)} is not known and has no effect.`;
    findings.warn({
      code: 'template.unknown-member',
      message,
      file: 'template',
      path: [...path, member],
      atName: true,
    });
  }
}
