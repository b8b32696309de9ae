import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../platform/database/index.ts';
import type { NewResource } from '../services/resources/resource-store.ts';
import type { NewSecret } from './application-secret.ts';
import type { ApplicationSettings } from './application-settings.ts';
import type { NewSubscription } from './subscription-keys.ts';
import { applicationFields } from './wire/application-fields.ts';

type Statement = RawBuilder<unknown>;

const json = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::jsonb`;
const numbered = <Item extends object>(items: readonly Item[]) =>
  items.map((item, position) => ({ ...item, position }));

/** The lists of an application, each as one statement that makes the stored list the given one, for rows that stay. */
const listStatements = {
  publishedScopes: (id: string, scopes: ApplicationSettings['publishedScopes']): Statement => sql`
    INSERT INTO application_scopes (application_id, name, description, position)
    SELECT ${id}::uuid, w."scopeName", w.description, w.position
    FROM jsonb_to_recordset(${json(numbered(scopes))}) AS w ("scopeName" text, description text, position integer)
    ON CONFLICT ON CONSTRAINT application_scopes_pkey
    DO UPDATE SET description = excluded.description, position = excluded.position`,
  apiAccesses: (id: string, accesses: ApplicationSettings['apiAccesses']): Statement => sql`
    INSERT INTO application_api_accesses (application_id, api_application_id, scopes, position)
    SELECT ${id}::uuid, w."apiClientId", w.scopes, w.position
    FROM jsonb_to_recordset(${json(numbered(accesses))}) AS w ("apiClientId" uuid, scopes text[], position integer)
    ON CONFLICT ON CONSTRAINT application_api_accesses_pkey
    DO UPDATE SET scopes = excluded.scopes, position = excluded.position`,
  clients: (id: string, clients: ApplicationSettings['clients']): Statement => sql`
    INSERT INTO application_clients (application_id, client_id, scopes, position)
    SELECT ${id}::uuid, w."clientId", w.scopes, w.position
    FROM jsonb_to_recordset(${json(numbered(clients))}) AS w ("clientId" uuid, scopes text[], position integer)
    ON CONFLICT ON CONSTRAINT application_clients_pkey
    DO UPDATE SET scopes = excluded.scopes, position = excluded.position`,
  // The right to manage subscriptions of a service that stays linked stays as people set it.
  services: (id: string, services: ApplicationSettings['services']): Statement => sql`
    INSERT INTO application_services (application_id, service_id, position)
    SELECT ${id}::uuid, w.id, w.place - 1 FROM unnest(${[...services]}::uuid[]) WITH ORDINALITY AS w (id, place)
    ON CONFLICT ON CONSTRAINT application_services_pkey DO UPDATE SET position = excluded.position`,
};

type ListMember = keyof typeof listStatements;
const listMembers = Object.keys(listStatements) as readonly ListMember[];

const listStatement = (id: string, settings: ApplicationSettings, member: ListMember): Statement => {
  switch (member) {
    case 'publishedScopes':
      return listStatements.publishedScopes(id, settings.publishedScopes);
    case 'apiAccesses':
      return listStatements.apiAccesses(id, settings.apiAccesses);
    case 'clients':
      return listStatements.clients(id, settings.clients);
    case 'services':
      return listStatements.services(id, settings.services);
  }
};

const goneStatement = (id: string, settings: ApplicationSettings, member: ListMember): Statement => {
  switch (member) {
    case 'publishedScopes':
      return sql`DELETE FROM application_scopes WHERE application_id = ${id}
        AND NOT name = ANY(${settings.publishedScopes.map(({ scopeName }) => scopeName)}::text[])`;
    case 'apiAccesses':
      return sql`DELETE FROM application_api_accesses WHERE application_id = ${id}
        AND NOT api_application_id = ANY(${settings.apiAccesses.map(({ apiClientId }) => apiClientId)}::uuid[])`;
    case 'clients':
      return sql`DELETE FROM application_clients WHERE application_id = ${id}
        AND NOT client_id = ANY(${settings.clients.map(({ clientId }) => clientId)}::uuid[])`;
    case 'services':
      return sql`DELETE FROM application_services WHERE application_id = ${id}
        AND NOT service_id = ANY(${[...settings.services]}::uuid[])`;
  }
};

/** Makes the stored lists those that are wanted; a list that is the same is left alone. */
export const replaceChangedLists = async (
  transaction: Transaction,
  applicationId: string,
  stored: ApplicationSettings,
  wanted: ApplicationSettings,
): Promise<void> => {
  for (const member of listMembers) {
    const write = applicationFields[member].write as (value: unknown) => unknown;
    if (JSON.stringify(write(stored[member])) === JSON.stringify(write(wanted[member]))) continue;
    await goneStatement(applicationId, wanted, member).execute(transaction);
    await listStatement(applicationId, wanted, member).execute(transaction);
  }
};

export const secretStatement = (applicationId: string, secret: NewSecret) => sql<{ expiresAt: Date | null }>`
  INSERT INTO application_secrets
    (id, application_id, version, description, secret_hash, sealed_secret, secret_start, created_by, expires_at)
  VALUES (${secret.id}, ${applicationId}, ${secret.version}, ${secret.description}, ${secret.secretHash},
    ${secret.sealedSecret}, ${secret.secretStart}, ${secret.createdBy}, now() + make_interval(days => ${secret.days}::integer))
  RETURNING expires_at`;

const subscriptionStatement = (applicationId: string, subscriptions: readonly NewSubscription[]): Statement => sql`
  INSERT INTO api_product_subscriptions (id, application_id, product_id, position)
  SELECT w.id, ${applicationId}::uuid, w."productId", w.position
  FROM jsonb_to_recordset(${json(subscriptions.map(({ id, productId, position }) => ({ id, productId, position })))})
    AS w (id uuid, "productId" uuid, position integer)`;

const keyStatement = (subscriptions: readonly NewSubscription[]): Statement => sql`
  INSERT INTO subscription_keys (subscription_id, slot, key_hash, sealed_key)
  SELECT w.id, w.slot, decode(w.hash, 'hex'), w.sealed
  FROM jsonb_to_recordset(${json(
    subscriptions.flatMap(({ id, keys }) =>
      keys.map(({ slot, keyHash, sealedKey }) => ({ id, slot, hash: keyHash.toString('hex'), sealed: sealedKey })),
    ),
  )}) AS w (id uuid, slot text, hash text, sealed text)`;

/** Several inserts as one statement: one way to the database, and constraints are looked at when all of it is there. */
const together = (statements: readonly Statement[]): Statement => {
  const parts = statements.map((statement, place) => sql`${sql.raw(`part${place}`)} AS (${statement})`);
  return sql`WITH ${sql.join(parts)} SELECT 1`;
};

export const insertSubscriptions = async (
  transaction: Transaction,
  applicationId: string,
  subscriptions: readonly NewSubscription[],
): Promise<void> => {
  if (subscriptions.length === 0) return;
  await together([subscriptionStatement(applicationId, subscriptions), keyStatement(subscriptions)]).execute(
    transaction,
  );
};

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

const resourceStatement = (resource: NewResource): Statement => sql`
  INSERT INTO resources (id, tenant_id, project_id, resource_group_id, name, resource_type, sku, tags, locked)
  VALUES (${resource.id}, ${resource.tenantId}, ${resource.projectId}, ${resource.resourceGroupId}, ${resource.name},
    ${resource.resourceType}, ${resource.sku}, ${[...resource.tags]}, ${resource.locked})`;

const applicationStatement = ({ id, tenantId, name, origin, firstParty, settings, resource }: NewApplication) => sql`
  INSERT INTO applications (id, tenant_id, name, origin, resource_id, client_type, is_api, redirect_urls,
    post_logout_redirect_urls, application_url, allow_implicit_grant_flow, app_id_uri, token_version,
    second_factor_required, first_party)
  VALUES (${id}, ${tenantId}, ${name}, ${origin}, ${resource?.id ?? null}, ${settings.clientType}, ${settings.isApi},
    ${[...settings.redirectUrls]}, ${[...settings.postLogoutRedirectUrls]}, ${settings.applicationUrl},
    ${settings.allowImplicitGrantFlow}, ${settings.appIdUri}, ${settings.tokenVersion},
    ${settings.secondFactorRequired}, ${firstParty})`;

/** Everything that a new application is, in one statement: a template may make thousands. */
export const insertApplication = async (transaction: Transaction, application: NewApplication): Promise<void> => {
  const { id, tenantId, settings, resource, secret, subscriptions } = application;
  const statements: Statement[] = resource === undefined ? [] : [resourceStatement(resource)];
  statements.push(applicationStatement(application));
  for (const member of listMembers) {
    if (settings[member].length > 0) statements.push(listStatement(id, settings, member));
  }
  if (application.hasPrincipal) {
    statements.push(sql`INSERT INTO service_principals (application_id, tenant_id) VALUES (${id}, ${tenantId})`);
  }
  if (secret !== undefined) statements.push(secretStatement(id, secret));
  if (subscriptions.length > 0) {
    statements.push(subscriptionStatement(id, subscriptions), keyStatement(subscriptions));
  }
  await together(statements).execute(transaction);
};

/** `ended`: all tokens of the client end, because it is another kind of client now. */
export const updateApplication = async (
  transaction: Transaction,
  applicationId: string,
  settings: ApplicationSettings,
  ended: boolean,
): Promise<void> => {
  await transaction
    .updateTable('applications')
    .set((eb) => ({
      clientType: settings.clientType,
      isApi: settings.isApi,
      redirectUrls: [...settings.redirectUrls],
      postLogoutRedirectUrls: [...settings.postLogoutRedirectUrls],
      applicationUrl: settings.applicationUrl,
      allowImplicitGrantFlow: settings.allowImplicitGrantFlow,
      appIdUri: settings.appIdUri,
      tokenVersion: settings.tokenVersion,
      secondFactorRequired: settings.secondFactorRequired,
      credentialsVersion: eb('credentialsVersion', '+', ended ? 1 : 0),
      updatedAt: sql<Date>`now()`,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', applicationId)
    .execute();
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
