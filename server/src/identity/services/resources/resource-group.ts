import { AppError } from '../../../platform/errors/app-error.ts';
import type { FieldTable } from './field-table.ts';
import { addProblem, type Findings } from './findings.ts';
import { readFlag, readList, readText } from './readers.ts';
import type { GroupFields } from './resource-group-store.ts';
import { findNameProblem } from './resource-name.ts';

export const readTags = readList(readText(100, { least: 1 }), {
  most: 100,
  key: (tag) => tag,
  whenTwice: 'merge',
});

const asItIs = (value: unknown): unknown => value;

/** A group as a template writes it; the name stands apart, because it decides which group is meant. */
export const groupFields: FieldTable<Omit<GroupFields, 'name'>> = {
  description: { path: ['description'], cleared: '', read: readText(4000, { manyLines: true }), write: asItIs },
  tags: { path: ['tags'], cleared: [], read: readTags, write: asItIs },
  isProduction: { path: ['isProduction'], cleared: false, read: readFlag, write: asItIs },
  locked: { path: ['locked'], cleared: false, read: readFlag, write: asItIs },
};

/** Members of a group that are no settings. */
export const groupNonSettings = [['name']];

/** The name, with what is wrong about it in the findings. */
export const readName = (name: unknown, findings: Findings): string => {
  const problem = findNameProblem(name);
  if (problem !== undefined) addProblem(findings, '/name', `${problem}.`);
  return typeof name === 'string' ? name : '';
};

export const groupNotFound = (): AppError =>
  new AppError('notFound', 'resource-group.not-found', 'There is no such resource group.');

export const groupLocked = (): AppError =>
  new AppError('locked', 'resource-group.locked', 'The resource group is locked. Unlock it first.');
