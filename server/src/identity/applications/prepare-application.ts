import type { Handle } from '../../platform/database/index.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';
import { nonSettings } from '../services/prepare-service.ts';
import { describeChange, type FieldChange } from '../services/resources/describe-change.ts';
import { type GivenFields, mergeFields, readFields } from '../services/resources/field-table.ts';
import {
  addWarning,
  createFindings,
  type Findings,
  pointerOf,
  refuseFindings,
} from '../services/resources/findings.ts';
import { readChoice } from '../services/resources/readers.ts';
import { readName } from '../services/resources/resource-group.ts';
import { type ResourceInput, refuseLocked, refuseOtherPlace } from '../services/resources/resource-input.ts';
import { UnknownValue } from '../services/resources/unknown-value.ts';
import { type ApplicationSettings, applicationType, type SecretOption, secretOptions } from './application-settings.ts';
import type { StoredApplication } from './application-store.ts';
import { checkApplication } from './check-application.ts';
import { findKnownApplication, type KnownApplications } from './known-applications.ts';
import { planSecrets, type SecretPlan } from './plan-secrets.ts';
import { resolveApiAccesses, resolveAppIdUri, resolveProducts, resolveServices } from './resolve-references.ts';
import { applicationFields, secretOptionPath, secretsPath } from './wire/application-fields.ts';

export interface ApplicationDeps {
  /** Opens and seals secrets and keys. */
  readonly box: SecretBox;
}

/** Everything that plan and deployment agree on. */
export interface PreparedApplication {
  readonly name: string;
  readonly current: StoredApplication | undefined;
  readonly wanted: ApplicationSettings;
  readonly changes: readonly FieldChange[];
  readonly secrets: SecretPlan;
  readonly findings: Findings;
}

/** Paths that are no settings, or no settings that are kept. */
export const knownPaths = [...nonSettings, secretOptionPath, secretsPath];

/** Reads, checks and compares. Throws everything that is wrong at once. Writes nothing. */
export const prepareApplication = async (
  handle: Handle,
  known: KnownApplications,
  input: ResourceInput,
): Promise<PreparedApplication> => {
  const { group, resource } = input;
  const findings = createFindings();
  const name = readName(resource.name, findings);
  const read = readFields(applicationFields, resource, findings, knownPaths);
  const { unknown } = read;
  const secretOption = readInstructions(resource, findings);
  refuseOtherPlace(known.rows.get(name), group.id, applicationType);
  const current = await findKnownApplication(handle, known, name);

  const given = current === undefined ? withDefaults(read) : read.given;
  const merged = mergeFields(applicationFields, current?.settings, given);
  checkApplication({ isNew: current === undefined, given, wanted: merged, secretOption, unknown }, findings);
  const references = { handle, known, group, current, findings };
  await resolveServices(references, given.services ?? []);
  await resolveAppIdUri(references, given.appIdUri ?? null);
  const listsProducts = current === undefined || given.apiProductSubscriptions !== undefined;
  const wanted = {
    ...merged,
    apiAccesses:
      given.apiAccesses === undefined
        ? merged.apiAccesses
        : await resolveApiAccesses(references, given.apiAccesses, merged),
    apiProductSubscriptions: listsProducts
      ? await resolveProducts(references, merged.apiProductSubscriptions)
      : merged.apiProductSubscriptions,
  };
  refuseFindings(findings, 'application.invalid');

  const changes = describeChange(applicationFields, current?.settings, wanted, unknown);
  const secrets = planSecrets(wanted.clientType, secretOption, current?.secrets.length ?? 0);
  refuseLocked(input, current?.settings, changes);
  if (current?.disabled === true) addWarning(findings, '/name', 'The application is disabled, and stays so.');
  return { name, current, wanted, changes, secrets, findings };
};

const readInstructions = (resource: ResourceInput['resource'], findings: Findings): SecretOption | undefined => {
  const { sections } = resource as { sections?: { properties?: Record<string, unknown> | null } | null };
  const { secretManagementOptions: option, secrets } = sections?.properties ?? {};
  if (Array.isArray(secrets) && secrets.length > 0) {
    addWarning(findings, pointerOf(secretsPath), 'secrets are issued by the platform; those given have no effect.');
  }
  if (option === undefined || option === null || option instanceof UnknownValue) return undefined;
  const place = { pointer: pointerOf(secretOptionPath), name: 'secretManagementOptions', findings };
  return readChoice(secretOptions)(option, place);
};

/** A new application that says whether it is an API in one way need not say so in the other. */
const withDefaults = ({ given, unknown }: GivenFields<ApplicationSettings>): Partial<ApplicationSettings> => {
  const { sku } = given;
  const isApi = given.isApi ?? (sku !== undefined && sku !== 'app');
  const isClient = (given.clientType ?? 'None') !== 'None' || unknown.has('clientType');
  return { ...given, isApi, sku: sku ?? (isApi ? (isClient ? 'app;api' : 'api') : 'app') };
};
