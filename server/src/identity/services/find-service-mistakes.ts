import type { ErrorDetail } from '../../platform/errors/app-error.ts';
import { nonSettings } from './prepare-service.ts';
import { readFields } from './resources/field-table.ts';
import { createFindings } from './resources/findings.ts';
import { readName } from './resources/resource-group.ts';
import { serviceFields } from './service-fields.ts';

/** What is wrong with a service of a template in itself, whatever is there already. Unknown values are passed over. */
export const findServiceMistakes = (resource: Readonly<Record<string, unknown>>): readonly ErrorDetail[] => {
  const findings = createFindings();
  if (typeof resource.name === 'string') readName(resource.name, findings);
  readFields(serviceFields, resource, findings, nonSettings);
  return findings.problems;
};
