/** Where a deployment of the floor goes: a project of its own, so that several run side by side (contract A11). */
export interface DeploymentPlace {
  readonly projectId: string;
  readonly serviceId: string;
  readonly applicationId: string;
}

export interface Statement {
  /** Prepared once per connection under this name. */
  readonly name: string;
  readonly text: string;
  readonly values: (place: DeploymentPlace, run: DeploymentRun) => readonly unknown[];
}

/** What differs from one deployment to the next: every one changes something. */
export interface DeploymentRun {
  readonly id: string;
  readonly number: number;
}

export const systemTenant = '00000000-0000-0000-0000-000000000000';

const templateHash = Buffer.alloc(32, 7);
const serviceName = 'the service';
const applicationName = 'the application';

const upsertResource = (kind: 'service' | 'application', sku: string): Statement => ({
  name: `resource-${kind}`,
  text: `INSERT INTO resources (id, tenant_id, project_id, resource_group_id, name, resource_type, sku, last_deployment_id)
         SELECT $1, $2, $3, id, $4, $5, $6, $7 FROM resource_groups WHERE project_id = $3 AND name = 'the group'
         ON CONFLICT ON CONSTRAINT resources_name_unique DO UPDATE
         SET updated_at = now(), revision = resources.revision + 1, last_deployment_id = excluded.last_deployment_id`,
  values: (place, run) => [
    kind === 'service' ? place.serviceId : place.applicationId,
    systemTenant,
    place.projectId,
    `the ${kind}`,
    `platform.${kind}`,
    sku,
    run.id,
  ],
});

/** What both resources look like afterwards, from which drift is counted (contract A20). */
const statesOf = (run: DeploymentRun): readonly object[] => [
  {
    name: serviceName,
    sections: {
      properties: { description: `deployment ${run.number}`, serviceUrl: 'https://service.example.com', visible: true },
    },
  },
  {
    name: applicationName,
    sections: {
      properties: { clientType: 'Confidential', redirectUrls: [`https://app.example.com/${run.number}`], isApi: false },
    },
  },
];

const resultsOf = (place: DeploymentPlace): readonly object[] => [
  { id: place.serviceId, name: serviceName, action: 'update', changedFields: ['/sections/properties/description'] },
  {
    id: place.applicationId,
    name: applicationName,
    action: 'update',
    changedFields: ['/sections/properties/redirectUrls'],
  },
];

/**
 * The SQL of a deployment of two resources, a service and a client that names it, in the order of its run: what must be
 * written, with its history, drift and audit, and what must be read because the answer gives it. Whoever writes it by hand
 * for exactly this template needs to look at nothing else first.
 */
export const deploymentStatements: readonly Statement[] = [
  {
    name: 'lock',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: (place) => [`deployments of ${place.projectId}`],
  },
  {
    name: 'group',
    text: `INSERT INTO resource_groups (project_id, tenant_id, name, last_deployment_id)
           VALUES ($1, $2, 'the group', $3)
           ON CONFLICT ON CONSTRAINT resource_groups_name_unique DO UPDATE
           SET last_deployment_id = excluded.last_deployment_id`,
    values: (place, run) => [place.projectId, systemTenant, run.id],
  },
  upsertResource('service', 'standard'),
  {
    name: 'service',
    text: `INSERT INTO services (id, tenant_id, name, description, service_url, root_service_id)
           VALUES ($1, $2, '${serviceName}', $3, 'https://service.example.com', $1)
           ON CONFLICT (id) DO UPDATE SET description = excluded.description, updated_at = now()`,
    values: (place, run) => [place.serviceId, systemTenant, `deployment ${run.number}`],
  },
  upsertResource('application', 'app'),
  {
    name: 'application',
    text: `INSERT INTO applications (id, tenant_id, name, origin, resource_id, client_type, redirect_urls)
           VALUES ($1, $2, '${applicationName}', 'project', $1, 'Confidential', $3)
           ON CONFLICT (id) DO UPDATE SET redirect_urls = excluded.redirect_urls, updated_at = now(),
             revision = applications.revision + 1`,
    values: (place, run) => [place.applicationId, systemTenant, [`https://app.example.com/${run.number}`]],
  },
  {
    name: 'application-service',
    text: `INSERT INTO application_services (application_id, service_id, position) VALUES ($1, $2, 0)
           ON CONFLICT (application_id, service_id) DO NOTHING`,
    values: (place) => [place.applicationId, place.serviceId],
  },
  {
    name: 'answer',
    text: `SELECT s.sealed_secret, k.sealed_key
           FROM application_secrets s
           JOIN api_product_subscriptions u ON u.application_id = s.application_id
           JOIN subscription_keys k ON k.subscription_id = u.id AND k.slot = 'primary'
           WHERE s.application_id = $1 AND s.revoked_at IS NULL ORDER BY s.version DESC`,
    values: (place) => [place.applicationId],
  },
  {
    name: 'history',
    text: `INSERT INTO deployments (id, project_id, tenant_id, resource_group_id, resource_group_name, state, template_hash,
             automation_token_id, automation_token_name, support_code, started_at, finished_at, duration_ms,
             resource_count, changed_count, resources)
           SELECT $1, $2, $3, id, name, 'succeeded', $4, $1, 'floor', 'floor', now(), now(), 10, 2, 2, $5
           FROM resource_groups WHERE project_id = $2 AND name = 'the group'`,
    values: (place, run) => [run.id, place.projectId, systemTenant, templateHash, JSON.stringify(resultsOf(place))],
  },
  {
    name: 'drift',
    text: `INSERT INTO deployed_resources (resource_id, project_id, deployment_id, revision, state)
           SELECT r.id, $1, $2, r.revision, w.state
           FROM unnest($3::uuid[], $4::jsonb[]) AS w (id, state) JOIN resources r ON r.id = w.id
           ON CONFLICT ON CONSTRAINT deployed_resources_pkey DO UPDATE SET deployment_id = excluded.deployment_id,
             deployed_at = now(), revision = excluded.revision, state = excluded.state`,
    values: (place, run) => [
      place.projectId,
      run.id,
      [place.serviceId, place.applicationId],
      statesOf(run).map((state) => JSON.stringify(state)),
    ],
  },
  {
    name: 'audit',
    text: `WITH entry AS (
             INSERT INTO audit_log (tenant_id, actor_kind, actor_id, action, target_kind, target_id, project_id, details)
             SELECT $1, 'token', 'floor', w.action, w.kind, w.id, $2, '{"fields": 1}'
             FROM unnest($3::text[], $4::text[], $5::text[]) AS w (action, kind, id)
             RETURNING id
           )
           INSERT INTO audit_pending (audit_id) SELECT id FROM entry`,
    values: (place, run) => [
      systemTenant,
      place.projectId,
      ['service.changed', 'application.changed', 'deployment.succeeded'],
      ['service', 'application', 'deployment'],
      [place.serviceId, place.applicationId, run.id],
    ],
  },
  {
    name: 'notify',
    text: `SELECT pg_notify('floor', id::text) FROM unnest($1::uuid[]) AS w (id)`,
    values: (place) => [[place.serviceId, place.applicationId]],
  },
];
