import { randomUUID } from 'node:crypto';
import { type Acting, userIdOf } from '../../accounts/index.ts';
import type { AuditEntry } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { noteAudit, noteChanged } from '../services/resources/change-journal.ts';
import { readRowsForUpdate } from '../services/resources/known-resources.ts';
import type { ProvisionedResource } from '../services/resources/provisioned-resource.ts';
import type { ResourceInput, UpsertedResource } from '../services/resources/resource-input.ts';
import { touchResources } from '../services/resources/resource-store.ts';
import { replaceChangedLists } from './application-list-rows.ts';
import { insertApplication, setPrincipal, updateApplication } from './application-rows.ts';
import { makeSecret } from './application-secret.ts';
import { applicationType, holdsSecrets } from './application-settings.ts';
import { type StoredApplication, selectApplications } from './application-store.ts';
import { createKnown, type KnownApplications, rememberApplication } from './known-applications.ts';
import { type ApplicationDeps, type PreparedApplication, prepareApplication } from './prepare-application.ts';
import { insertSecret, markSecretsRevoked } from './secret-store.ts';
import { makeSubscription } from './subscription-keys.ts';
import { syncSubscriptions } from './sync-subscriptions.ts';
import { provisionedApplication } from './wire/provisioned-application.ts';

/** Makes the application when its name is new in the project, otherwise changes what the template gives (contract A16). */
export const upsertApplication = async (
  transaction: Transaction,
  deps: ApplicationDeps,
  acting: Acting,
  input: ResourceInput & { readonly known?: KnownApplications },
): Promise<UpsertedResource<ProvisionedResource>> => {
  const known = input.known ?? createKnown(input.group.projectId);
  if (typeof input.resource.name === 'string') await readRowsForUpdate(transaction, known, [input.resource.name]);
  const prepared = await prepareApplication(transaction, known, input);
  const { current, changes, secrets, findings } = prepared;
  const action = current === undefined ? 'create' : changes.length === 0 ? 'noChange' : 'update';
  const isUntouched = action === 'noChange' && secrets.effects.length === 0;
  const stored =
    current === undefined
      ? await createApplication(transaction, deps, acting, input, prepared)
      : isUntouched
        ? current
        : await changeApplication(transaction, deps, acting, known, current, prepared);
  if (!isUntouched) {
    known.rows.set(stored.name, rowOf(stored, input));
    rememberApplication(known, stored);
    await noteAudit(transaction, known.journal, ...auditEntries(acting, stored, prepared));
  }
  return {
    action,
    resource: provisionedApplication(stored, deps.box),
    revision: stored.revision,
    changes,
    effects: secrets.effects,
    warnings: findings.warnings,
  };
};

const rowOf = (stored: StoredApplication, { group }: ResourceInput) => ({
  id: stored.id,
  tenantId: stored.tenantId,
  projectId: group.projectId,
  resourceGroupId: group.id,
  name: stored.name,
  resourceType: applicationType,
  revision: stored.revision,
});

const newSecret = ({ box }: ApplicationDeps, acting: Acting, version: number) =>
  makeSecret(box, { version, description: '', createdBy: userIdOf(acting), days: null });

const createApplication = async (
  transaction: Transaction,
  deps: ApplicationDeps,
  acting: Acting,
  { group }: ResourceInput,
  { name, wanted, secrets }: PreparedApplication,
): Promise<StoredApplication> => {
  const id = randomUUID();
  const { tenantId, projectId } = group;
  const { sku, tags, locked } = wanted;
  const secret = secrets.issues ? newSecret(deps, acting, 1) : undefined;
  const subscriptions = wanted.apiProductSubscriptions.map(({ productId }, position) =>
    makeSubscription(deps.box, productId, position),
  );
  await insertApplication(transaction, {
    id,
    tenantId,
    name,
    origin: 'project',
    firstParty: false,
    settings: wanted,
    resource: {
      id,
      tenantId,
      projectId,
      resourceGroupId: group.id,
      name,
      resourceType: applicationType,
      sku,
      tags,
      locked,
    },
    hasPrincipal: holdsSecrets(wanted.clientType),
    secret,
    subscriptions,
  });
  return {
    id,
    tenantId,
    projectId,
    resourceGroupId: group.id,
    name,
    revision: 1,
    disabled: false,
    settings: wanted,
    secrets: secret === undefined ? [] : [secret],
    lastSecretVersion: secret?.version ?? 0,
    subscriptions: subscriptions.map((subscription, place) => ({
      id: subscription.id,
      productId: subscription.productId,
      productName: wanted.apiProductSubscriptions[place]?.productName ?? '',
      revoked: false,
      sealedPrimaryKey: subscription.keys.find(({ slot }) => slot === 'primary')?.sealedKey ?? '',
    })),
  };
};

const changeApplication = async (
  transaction: Transaction,
  deps: ApplicationDeps,
  acting: Acting,
  known: KnownApplications,
  current: StoredApplication,
  { wanted, changes, secrets }: PreparedApplication,
): Promise<StoredApplication> => {
  let { revision } = current;
  let ended: readonly string[] | undefined;
  if (changes.length === 0) {
    await touchResources(transaction, [current.id]);
    revision += 1;
  } else {
    const isOtherClient = wanted.clientType !== current.settings.clientType;
    revision = (await updateApplication(transaction, current.id, wanted, isOtherClient)) ?? revision;
    await replaceChangedLists(transaction, current.id, current.settings, wanted);
    if (isOtherClient) await setPrincipal(transaction, current, holdsSecrets(wanted.clientType));
    ended = await syncSubscriptions(transaction, deps.box, current, wanted.apiProductSubscriptions);
  }
  const gone = current.secrets.slice(secrets.keeps).map(({ id }) => id);
  if (gone.length > 0) await markSecretsRevoked(transaction, current.id, gone);
  const issued = secrets.issues ? [newSecret(deps, acting, current.lastSecretVersion + 1)] : [];
  for (const secret of issued) await insertSecret(transaction, current.id, secret);
  await noteChanged(transaction, known.journal, [current.id, ...(ended ?? [])]);
  return {
    ...current,
    revision,
    settings: wanted,
    secrets: [...issued, ...current.secrets.slice(0, secrets.keeps)],
    lastSecretVersion: current.lastSecretVersion + issued.length,
    // Where a subscription came or went, keys did too.
    subscriptions: ended === undefined ? current.subscriptions : await reloadSubscriptions(transaction, current.id),
  };
};

const reloadSubscriptions = async (
  transaction: Transaction,
  applicationId: string,
): Promise<StoredApplication['subscriptions']> => {
  const [stored] = await selectApplications(transaction, [applicationId]);
  if (stored === undefined) throw new Error('An application vanished in the transaction that wrote it.');
  return stored.subscriptions;
};

const auditEntries = (acting: Acting, stored: StoredApplication, prepared: PreparedApplication): AuditEntry[] => {
  const { current, changes, secrets } = prepared;
  const about = {
    ...acting,
    target: { kind: 'application', id: stored.id },
    tenantId: stored.tenantId,
    projectId: stored.projectId ?? undefined,
  };
  const entries: AuditEntry[] = [];
  const fields = changes.map(({ path }) => path);
  if (current === undefined) {
    entries.push({ ...about, action: 'application.created', details: { name: stored.name, fields } });
  } else if (fields.length > 0) {
    entries.push({ ...about, action: 'application.changed', details: { name: stored.name, fields } });
  }
  for (const { id } of (current?.secrets ?? []).slice(secrets.keeps)) {
    entries.push({ ...about, action: 'application.secret-revoked', details: { secretId: id, by: 'deployment' } });
  }
  if (secrets.issues) {
    const secretId = stored.secrets[0]?.id;
    entries.push({ ...about, action: 'application.secret-issued', details: { secretId, by: 'deployment' } });
  }
  return entries;
};
