import { describeChange, type FieldChange } from '../services/resources/describe-change.ts';
import type { ApplicationSettings } from './application-settings.ts';
import { applicationFields } from './wire/application-fields.ts';

/** What differs between two states of an application, in the form of the template: for plan, deployment and drift. */
export const describeApplicationChange = (
  before: ApplicationSettings | undefined,
  after: ApplicationSettings,
): readonly FieldChange[] => describeChange(applicationFields, before, after);
