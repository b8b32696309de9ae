import type { ErrorDetail } from '../../platform/errors/app-error.ts';
import { readFields } from '../services/resources/field-table.ts';
import { createFindings } from '../services/resources/findings.ts';
import { readName } from '../services/resources/resource-group.ts';
import { knownPaths } from './prepare-application.ts';
import { applicationFields } from './wire/application-fields.ts';

/** What is wrong with an application of a template in itself, whatever is there already. Unknown values are passed over. */
export const findApplicationMistakes = (resource: Readonly<Record<string, unknown>>): readonly ErrorDetail[] => {
  const findings = createFindings();
  if (typeof resource.name === 'string') readName(resource.name, findings);
  readFields(applicationFields, resource, findings, knownPaths);
  return findings.problems;
};
