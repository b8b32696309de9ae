import type { Selectable } from 'kysely';
import type { Handle, Tables } from '../../platform/database/index.ts';
import type { ClientType } from '../provider/registration.ts';
import { isOneOf, prepareStatement } from '../services/resources/prepared-statement.ts';
import type { ApiAccess, ApplicationSettings, AuthorizedClient, PublishedScope } from './application-settings.ts';

export interface StoredSecret {
  readonly id: string;
  readonly secretStart: string;
  readonly sealedSecret: string;
}

export interface StoredSubscription {
  readonly id: string;
  readonly productId: string;
  readonly productName: string;
  readonly revoked: boolean;
  readonly sealedPrimaryKey: string;
}

/** An application as the database holds it. Built-in ones stand in no project. */
export interface StoredApplication {
  readonly id: string;
  readonly tenantId: string;
  readonly projectId: string | null;
  readonly resourceGroupId: string | null;
  readonly name: string;
  readonly revision: number;
  readonly disabled: boolean;
  readonly settings: ApplicationSettings;
  /** Those that still open something, newest first. */
  readonly secrets: readonly StoredSecret[];
  readonly lastSecretVersion: number;
  /** Revoked ones too, in order. */
  readonly subscriptions: readonly StoredSubscription[];
}

/** What `applicationsText` gives. */
export type ApplicationRow = Pick<
  Selectable<Tables['applications']>,
  | 'id'
  | 'tenantId'
  | 'name'
  | 'revision'
  | 'disabledAt'
  | 'clientType'
  | 'isApi'
  | 'redirectUrls'
  | 'postLogoutRedirectUrls'
  | 'applicationUrl'
  | 'allowImplicitGrantFlow'
  | 'appIdUri'
  | 'tokenVersion'
  | 'secondFactorRequired'
> & {
  readonly projectId: string | null;
  readonly resourceGroupId: string | null;
  readonly sku: string | null;
  readonly tags: readonly string[] | null;
  readonly locked: boolean | null;
  readonly resourceRevision: number | null;
  readonly scopes: readonly PublishedScope[];
  readonly accesses: readonly ApiAccess[];
  readonly clients: readonly AuthorizedClient[];
  readonly services: readonly string[];
  readonly secrets: readonly StoredSecret[];
  readonly lastSecretVersion: number;
  readonly subscriptions: readonly StoredSubscription[];
};

/** Applications by their ids; takes the place of the list. */
export const applicationsText = (ids: string): string => `
   SELECT a.id, a.tenant_id, a.name, a.revision, a.disabled_at, a.client_type, a.is_api, a.redirect_urls,
     a.post_logout_redirect_urls, a.application_url, a.allow_implicit_grant_flow, a.app_id_uri, a.token_version,
     a.second_factor_required, r.project_id, r.resource_group_id, r.sku, r.tags, r.locked,
     r.revision AS resource_revision,
     coalesce((
       SELECT jsonb_agg(jsonb_build_object('scopeName', s.name, 'description', s.description) ORDER BY s.position)
       FROM application_scopes s WHERE s.application_id = a.id), '[]') AS scopes,
     coalesce((
       SELECT jsonb_agg(jsonb_build_object('apiClientId', x.api_application_id, 'scopes', x.scopes) ORDER BY x.position)
       FROM application_api_accesses x WHERE x.application_id = a.id), '[]') AS accesses,
     coalesce((
       SELECT jsonb_agg(jsonb_build_object('clientId', c.client_id, 'scopes', c.scopes) ORDER BY c.position)
       FROM application_clients c WHERE c.application_id = a.id), '[]') AS clients,
     coalesce((
       SELECT jsonb_agg(l.service_id ORDER BY l.position)
       FROM application_services l WHERE l.application_id = a.id), '[]') AS services,
     coalesce((
       SELECT jsonb_agg(jsonb_build_object(
         'id', k.id, 'secretStart', k.secret_start, 'sealedSecret', k.sealed_secret) ORDER BY k.version DESC)
       FROM application_secrets k
       WHERE k.application_id = a.id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
     ), '[]') AS secrets,
     coalesce((SELECT max(k.version) FROM application_secrets k WHERE k.application_id = a.id), 0) AS last_secret_version,
     coalesce((
       SELECT jsonb_agg(jsonb_build_object(
         'id', u.id, 'productId', u.product_id, 'productName', p.name, 'revoked', u.revoked_at IS NOT NULL,
         'sealedPrimaryKey', y.sealed_key) ORDER BY u.position, p.name_key)
       FROM api_product_subscriptions u
       JOIN api_products p ON p.id = u.product_id
       JOIN subscription_keys y ON y.subscription_id = u.id AND y.slot = 'primary'
       WHERE u.application_id = a.id), '[]') AS subscriptions
   FROM applications a LEFT JOIN resources r ON r.id = a.resource_id
   WHERE ${isOneOf('a.id', ids)}`;

const selectByIds = prepareStatement<ApplicationRow>('applications.by-ids', applicationsText('$1::uuid[]'));

export const selectApplications = async (
  handle: Handle,
  applicationIds: readonly string[],
): Promise<StoredApplication[]> => (await selectByIds(handle, [[...applicationIds]])).map(toStoredApplication);

export const toStoredApplication = (row: ApplicationRow): StoredApplication => ({
  id: row.id,
  tenantId: row.tenantId,
  projectId: row.projectId,
  resourceGroupId: row.resourceGroupId,
  name: row.name,
  revision: row.resourceRevision ?? row.revision,
  disabled: row.disabledAt !== null,
  settings: toSettings(row),
  secrets: row.secrets,
  lastSecretVersion: row.lastSecretVersion,
  subscriptions: row.subscriptions,
});

const toSettings = (row: ApplicationRow): ApplicationSettings => ({
  sku: (row.sku ?? (row.clientType === 'None' ? 'api' : row.isApi ? 'app;api' : 'app')) as ApplicationSettings['sku'],
  locked: row.locked ?? false,
  tags: row.tags ?? [],
  isApi: row.isApi,
  clientType: row.clientType as ClientType,
  redirectUrls: row.redirectUrls,
  postLogoutRedirectUrls: row.postLogoutRedirectUrls,
  applicationUrl: row.applicationUrl,
  allowImplicitGrantFlow: row.allowImplicitGrantFlow,
  appIdUri: row.appIdUri,
  tokenVersion: row.tokenVersion,
  publishedScopes: row.scopes,
  services: row.services,
  apiProductSubscriptions: row.subscriptions
    .filter(({ revoked }) => !revoked)
    .map(({ productId, productName }) => ({ productId, productName })),
  clients: row.clients,
  apiAccesses: row.accesses,
  secondFactorRequired: row.secondFactorRequired,
});
