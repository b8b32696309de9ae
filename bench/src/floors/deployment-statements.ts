/** Where a deployment of the floor goes: a project of its own, so that several run side by side (contract A11). */
export interface DeploymentPlace {
  readonly projectId: string;
  readonly groupId: string;
  readonly serviceId: string;
  readonly applicationId: string;
}

export interface Statement<Values = (place: DeploymentPlace, run: DeploymentRun) => readonly unknown[]> {
  /** Prepared once per connection under this name. */
  readonly name: string;
  readonly text: string;
  readonly values: Values;
}

type ByPlace = (place: DeploymentPlace) => readonly unknown[];

/** What differs from one deployment to the next: every one changes something. */
export interface DeploymentRun {
  readonly id: string;
  readonly number: number;
  /** What `readStatement` found. */
  readonly before: StateBefore;
}

export interface StateBefore {
  readonly description: string;
  readonly redirectUrls: readonly string[];
}

export const systemTenant = '00000000-0000-0000-0000-000000000000';

const templateHash = Buffer.alloc(32, 7);
export const serviceName = 'the service';
export const applicationName = 'the application';

const changeResource = (kind: 'service' | 'application', sku: string): Statement => ({
  name: `resource-${kind}`,
  text: `UPDATE resources SET sku = $2, updated_at = now(), revision = revision + 1, last_deployment_id = $3 WHERE id = $1`,
  values: (place, run) => [kind === 'service' ? place.serviceId : place.applicationId, sku, run.id],
});

const descriptionOf = (run: DeploymentRun): string => `deployment ${run.number}`;
const redirectUrlOf = (run: DeploymentRun): string => `https://app.example.com/${run.number}`;

/** What both resources look like afterwards, from which drift is counted (contract A20). */
const statesOf = (run: DeploymentRun): readonly object[] => [
  {
    name: serviceName,
    sections: {
      properties: { description: descriptionOf(run), serviceUrl: 'https://service.example.com', visible: true },
    },
  },
  {
    name: applicationName,
    sections: {
      properties: { clientType: 'Confidential', redirectUrls: [redirectUrlOf(run)], isApi: false },
    },
  },
];

/** What the history says of each: which fields of the template differ from what was there. */
const resultsOf = (place: DeploymentPlace, run: DeploymentRun): readonly object[] => [
  {
    id: place.serviceId,
    name: serviceName,
    action: 'update',
    changedFields: run.before.description === descriptionOf(run) ? [] : ['/sections/properties/description'],
  },
  {
    id: place.applicationId,
    name: applicationName,
    action: 'update',
    changedFields: run.before.redirectUrls[0] === redirectUrlOf(run) ? [] : ['/sections/properties/redirectUrls'],
  },
];

/** First of all: the turn of the project, as long as the deployment lasts (contract A11). */
export const lockStatement: Statement<ByPlace> = {
  name: 'lock',
  text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: (place) => [`deployments of ${place.projectId}`],
};

/**
 * What is there: whether both resources stand in this group, all that the template gives of them, which is compared with
 * it for history and audit, and the secret and the key that the answer gives. Both are held until the end.
 */
export const readStatement: Statement<ByPlace> = {
  name: 'read',
  text: `SELECT g.is_production, g.locked, rs.revision AS service_revision, ra.revision AS application_revision,
           s.description, s.short_name, s.visible, s.service_url, s.short_description, s.technical_contact_email,
           s.use_access_levels, s.password_policy_enforced,
           a.is_api, a.client_type, a.redirect_urls AS "redirectUrls", a.application_url,
           ARRAY(SELECT service_id FROM application_services WHERE application_id = a.id ORDER BY position) AS services,
           ARRAY(SELECT client_id FROM application_clients WHERE application_id = a.id) AS clients,
           ARRAY(SELECT api_application_id FROM application_api_accesses WHERE application_id = a.id) AS accesses,
           c.sealed_secret, k.sealed_key
         FROM resource_groups g
         JOIN resources rs ON rs.resource_group_id = g.id AND rs.resource_type = 'platform.service'
         JOIN services s ON s.id = rs.id
         JOIN resources ra ON ra.resource_group_id = g.id AND ra.resource_type = 'platform.application'
         JOIN applications a ON a.id = ra.id
         JOIN application_secrets c ON c.application_id = a.id AND c.revoked_at IS NULL
         JOIN api_product_subscriptions u ON u.application_id = a.id
         JOIN subscription_keys k ON k.subscription_id = u.id AND k.slot = 'primary'
         WHERE g.project_id = $1 AND g.name = 'the group' AND rs.name = '${serviceName}' AND ra.name = '${applicationName}'
         ORDER BY c.version DESC
         FOR NO KEY UPDATE OF rs, ra`,
  values: (place) => [place.projectId],
};

/**
 * Then what must be written of a deployment that changes two resources, a service and a client that names it, in the order
 * of its run: the change, its history, its state for drift, its audit, and what other nodes must hear of. The same rows as
 * the product writes, one plain statement for each table.
 */
export const deploymentStatements: readonly Statement[] = [
  {
    name: 'group',
    text: 'UPDATE resource_groups SET last_deployment_id = $2 WHERE id = $1',
    values: (place, run) => [place.groupId, run.id],
  },
  changeResource('service', 'standard'),
  {
    name: 'service',
    text: 'UPDATE services SET description = $2, updated_at = now() WHERE id = $1',
    values: (place, run) => [place.serviceId, descriptionOf(run)],
  },
  changeResource('application', 'app'),
  {
    name: 'application',
    text: 'UPDATE applications SET redirect_urls = $2, updated_at = now(), revision = revision + 1 WHERE id = $1',
    values: (place, run) => [place.applicationId, [redirectUrlOf(run)]],
  },
  {
    name: 'history',
    text: `INSERT INTO deployments (id, project_id, tenant_id, resource_group_id, resource_group_name, state, template_hash,
             automation_token_id, automation_token_name, support_code, started_at, finished_at, duration_ms,
             resource_count, changed_count, resources)
           SELECT $1, $2, $3, id, name, 'succeeded', $4, $1, 'floor', 'floor', now(), now(), 10, 2, 2, $5
           FROM resource_groups WHERE project_id = $2 AND name = 'the group'`,
    values: (place, run) => [
      run.id,
      place.projectId,
      systemTenant,
      templateHash,
      JSON.stringify(resultsOf(place, run)),
    ],
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
