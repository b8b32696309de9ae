import { describeChange, type FieldChange } from './resources/describe-change.ts';
import { serviceFields } from './service-fields.ts';
import type { ServiceSettings } from './service-settings.ts';

/** What differs between two states of a service, in the form of the template: for plan, deployment and drift. */
export const describeServiceChange = (
  before: ServiceSettings | undefined,
  after: ServiceSettings,
): readonly FieldChange[] => describeChange(serviceFields, before, after);
