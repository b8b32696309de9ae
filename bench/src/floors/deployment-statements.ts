import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';

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

/** No table of the product keeps deployments yet; when one does, the statement below goes there. */
export const deploymentTables = `
  CREATE TABLE floor_deployments (
    id uuid PRIMARY KEY, project_id uuid NOT NULL REFERENCES projects (id), template_hash bytea NOT NULL,
    results jsonb NOT NULL, duration_ms integer NOT NULL, created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX floor_deployments_project ON floor_deployments (project_id, created_at)`;

const templateHash = randomBytes(32);

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

/** The SQL of a deployment of two resources, a service and an application that names it, in the order of its run. */
export const deploymentStatements: readonly Statement[] = [
  {
    name: 'lock',
    text: 'SELECT id FROM projects WHERE id = $1 FOR NO KEY UPDATE',
    values: (place) => [place.projectId],
  },
  {
    name: 'group',
    text: `INSERT INTO resource_groups (project_id, tenant_id, name, description, last_deployment_id)
           VALUES ($1, $2, 'the group', $3, $4)
           ON CONFLICT ON CONSTRAINT resource_groups_name_unique DO UPDATE
           SET description = excluded.description, updated_at = now(), revision = resource_groups.revision + 1,
               last_deployment_id = excluded.last_deployment_id`,
    values: (place, run) => [place.projectId, systemTenant, `deployment ${run.number}`, run.id],
  },
  upsertResource('service', 'standard'),
  {
    name: 'service',
    text: `INSERT INTO services (id, tenant_id, name, description, service_url, root_service_id)
           VALUES ($1, $2, 'the service', $3, 'https://service.example.com', $1)
           ON CONFLICT (id) DO UPDATE SET description = excluded.description, updated_at = now()`,
    values: (place, run) => [place.serviceId, systemTenant, `deployment ${run.number}`],
  },
  upsertResource('application', 'app'),
  {
    name: 'application',
    text: `INSERT INTO applications (id, tenant_id, name, origin, resource_id, client_type, redirect_urls)
           VALUES ($1, $2, 'the application', 'project', $1, 'Public', $3)
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
    name: 'history',
    text: `INSERT INTO floor_deployments (id, project_id, template_hash, results, duration_ms) VALUES ($1, $2, $3, $4, 10)`,
    values: (place, run) => [
      run.id,
      place.projectId,
      templateHash,
      JSON.stringify([{ name: 'the service' }, { name: 'the application' }]),
    ],
  },
  {
    name: 'audit',
    text: `WITH entry AS (
             INSERT INTO audit_log (tenant_id, actor_kind, actor_id, action, target_kind, target_id, project_id, details)
             VALUES ($1, 'token', 'floor', 'deployment.submitted', 'deployment', $2, $3, '{"resources": 2}')
             RETURNING id
           )
           INSERT INTO audit_pending (audit_id) SELECT id FROM entry`,
    values: (place, run) => [systemTenant, run.id, place.projectId],
  },
];

/** A project to deploy into. */
export const makeDeploymentPlace = async (pool: pg.Pool): Promise<DeploymentPlace> => {
  const projectId = randomUUID();
  await pool.query('INSERT INTO projects (id, tenant_id, name) VALUES ($1, $2, $3)', [
    projectId,
    systemTenant,
    `floor ${projectId}`,
  ]);
  return { projectId, serviceId: randomUUID(), applicationId: randomUUID() };
};
