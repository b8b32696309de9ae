import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/index.ts';
import { plainRowsText } from '../services/resources/plain-change.ts';
import { prepareStatement } from '../services/resources/prepared-statement.ts';
import {
  changedResourceText,
  changedResourceValues,
  type NewResource,
  newResourceText,
  newResourceValues,
} from '../services/resources/resource-store.ts';
import { listMembers, listTexts, listValue } from './application-list-rows.ts';
import type { NewSecret } from './application-secret.ts';
import type { ApplicationSettings } from './application-settings.ts';
import { keyText, keyValue, secretText, secretValue, subscriptionText, subscriptionValue } from './credential-rows.ts';
import type { NewSubscription } from './subscription-keys.ts';

/** The columns of `applications` that hold settings, and where they come from. */
const settingColumns: readonly (readonly [column: string, value: (settings: ApplicationSettings) => unknown])[] = [
  ['client_type', ({ clientType }) => clientType],
  ['is_api', ({ isApi }) => isApi],
  ['redirect_urls', ({ redirectUrls }) => [...redirectUrls]],
  ['post_logout_redirect_urls', ({ postLogoutRedirectUrls }) => [...postLogoutRedirectUrls]],
  ['application_url', ({ applicationUrl }) => applicationUrl],
  ['allow_implicit_grant_flow', ({ allowImplicitGrantFlow }) => allowImplicitGrantFlow],
  ['app_id_uri', ({ appIdUri }) => appIdUri],
  ['token_version', ({ tokenVersion }) => tokenVersion],
  ['second_factor_required', ({ secondFactorRequired }) => secondFactorRequired],
];

const columnNames = settingColumns.map(([column]) => column);
const valuesOf = (settings: ApplicationSettings): readonly unknown[] =>
  settingColumns.map(([, value]) => value(settings));

/** Settings by the names of their columns. */
export const columnsOf = (settings: ApplicationSettings): Readonly<Record<string, unknown>> =>
  Object.fromEntries(settingColumns.map(([column, value]) => [column, value(settings)]));

/** Rows of applications whose settings change, and nothing else. */
export const plainApplicationsText = plainRowsText('applications', columnNames, 'revision = t.revision + 1, ');

export interface NewApplication {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly origin: 'project' | 'builtIn';
  readonly firstParty: boolean;
  readonly settings: ApplicationSettings;
  /** Given for an application of a project. */
  readonly resource: NewResource | undefined;
  readonly hasPrincipal: boolean;
  readonly secret: NewSecret | undefined;
  readonly subscriptions: readonly NewSubscription[];
}

/** Everything that a new application is; lists that are empty insert nothing. Constraints are looked at when all is there. */
const insertText = (hasResource: boolean): string => {
  let taken = 0;
  const next = () => {
    taken += 1;
    return `$${taken}`;
  };
  const [id, tenantId, name, origin, resourceId, firstParty] = [next(), next(), next(), next(), next(), next()];
  const settings = columnNames.map(next);
  const parts = [
    `INSERT INTO applications (id, tenant_id, name, origin, resource_id, first_party, ${columnNames.join(', ')})
     VALUES (${[id, tenantId, name, origin, resourceId, firstParty, ...settings].join(', ')})`,
    ...listMembers.map((member) => listTexts[member](id, next())),
    `INSERT INTO service_principals (application_id, tenant_id) SELECT ${id}, ${tenantId} WHERE ${next()}::boolean`,
    secretText(id, next()),
    subscriptionText(id, next()),
    keyText(next()),
  ];
  if (hasResource) {
    const [projectId, groupId, type, sku, tags, locked] = [next(), next(), next(), next(), next(), next()];
    parts.unshift(newResourceText([id, tenantId, projectId, groupId, name, type, sku, tags, locked]));
  }
  return `WITH ${parts.map((part, place) => `part${place} AS (${part})`).join(', ')} SELECT 1`;
};

const insertWithResource = prepareStatement('applications.insert', insertText(true));
const insertBuiltIn = prepareStatement('applications.insert-built-in', insertText(false));

/** One statement: a template may make thousands. */
export const insertApplication = async (transaction: Transaction, application: NewApplication): Promise<void> => {
  const { id, tenantId, name, origin, firstParty, settings, resource, hasPrincipal, secret, subscriptions } =
    application;
  const values = [
    ...[id, tenantId, name, origin, resource?.id ?? null, firstParty],
    ...valuesOf(settings),
    ...listMembers.map((member) => listValue(settings, member)),
    hasPrincipal,
    secretValue(secret === undefined ? [] : [secret]),
    subscriptionValue(subscriptions),
    keyValue(subscriptions),
  ];
  if (resource === undefined) await insertBuiltIn(transaction, values);
  else {
    const [, , projectId, groupId, , type, sku, tags, locked] = newResourceValues(resource);
    await insertWithResource(transaction, [...values, projectId, groupId, type, sku, tags, locked]);
  }
};

const updateAll = prepareStatement<{ revision: number | null }>(
  'applications.update',
  `WITH touched AS (${changedResourceText}), changed AS (
     UPDATE applications SET updated_at = now(), revision = revision + 1,
       credentials_version = credentials_version + $5::integer,
       ${columnNames.map((column, index) => `${column} = $${6 + index}`).join(', ')}
     WHERE id = $1
   )
   SELECT (SELECT revision FROM touched) AS revision`,
);

/**
 * The application and its resource, if it is one; gives the new revision of the resource. `ended`: all tokens of the client
 * end, because it is another kind of client now.
 */
export const updateApplication = async (
  transaction: Transaction,
  applicationId: string,
  settings: ApplicationSettings,
  ended: boolean,
): Promise<number | null> => {
  const resource = changedResourceValues(applicationId, settings);
  const [row] = await updateAll(transaction, [...resource, ended ? 1 : 0, ...valuesOf(settings)]);
  return row?.revision ?? null;
};

/** Who the application is when it acts for itself: made on first need, and asleep while its client type has no use for it. */
export const setPrincipal = async (
  transaction: Transaction,
  application: { readonly id: string; readonly tenantId: string },
  isNeeded: boolean,
): Promise<void> => {
  if (isNeeded) {
    await transaction
      .insertInto('servicePrincipals')
      .values({ applicationId: application.id, tenantId: application.tenantId })
      .onConflict((conflict) =>
        conflict.constraint('service_principals_application_unique').doUpdateSet({ disabledAt: null }),
      )
      .execute();
  } else {
    await transaction
      .updateTable('servicePrincipals')
      .set({ disabledAt: sql<Date>`coalesce(disabled_at, now())` })
      .where('applicationId', '=', application.id)
      .execute();
  }
};

/** Tokens carry the number that is counted up here, and are refused from now on. */
export const endTokens = async (transaction: Transaction, applicationId: string): Promise<void> => {
  await transaction
    .updateTable('applications')
    .set((eb) => ({ credentialsVersion: eb('credentialsVersion', '+', 1), updatedAt: sql<Date>`now()` }))
    .where('id', '=', applicationId)
    .execute();
};
