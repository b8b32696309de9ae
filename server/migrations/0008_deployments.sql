-- What was submitted to a project (contract A20), and what resources looked like when a deployment last touched them.

CREATE TABLE deployments (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  -- Absent where the submission failed before it had one, or where the group is gone.
  resource_group_id uuid,
  resource_group_name text,
  state text NOT NULL,
  -- SHA-256 of the decoded template. Of parameters nothing is kept: they may hold secrets.
  template_hash bytea NOT NULL,
  -- Who submitted it: the token may be deleted long before its deployments are.
  automation_token_id uuid NOT NULL,
  automation_token_name text NOT NULL,
  external_subject text,
  support_code text NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  resource_count integer NOT NULL,
  created_count integer NOT NULL DEFAULT 0,
  changed_count integer NOT NULL DEFAULT 0,
  -- One entry for each resource: always read together with the deployment, and never changed.
  resources jsonb NOT NULL DEFAULT '[]',
  problems jsonb NOT NULL DEFAULT '[]',
  warnings jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT deployments_pkey PRIMARY KEY (id),
  CONSTRAINT deployments_project_fkey FOREIGN KEY (project_id, tenant_id)
    REFERENCES projects (id, tenant_id) ON DELETE CASCADE,
  CONSTRAINT deployments_group_fkey FOREIGN KEY (resource_group_id) REFERENCES resource_groups (id) ON DELETE SET NULL,
  CONSTRAINT deployments_state CHECK (state IN ('succeeded', 'failed')),
  CONSTRAINT deployments_template_hash_length CHECK (octet_length(template_hash) = 32),
  CONSTRAINT deployments_counts CHECK (
    duration_ms >= 0 AND created_count >= 0 AND changed_count >= 0
    AND created_count + changed_count <= resource_count
  )
);

-- Newest first, a page at a time; also the order in which old ones are pruned.
CREATE INDEX deployments_project ON deployments (project_id, started_at, id);
CREATE INDEX deployments_group ON deployments (resource_group_id) WHERE resource_group_id IS NOT NULL;
CREATE INDEX deployments_started_at ON deployments (started_at);

-- The state of a resource right after the last deployment that named it, without secrets: drift is counted from here.
CREATE TABLE deployed_resources (
  resource_id uuid NOT NULL,
  project_id uuid NOT NULL,
  deployment_id uuid NOT NULL,
  deployed_at timestamptz NOT NULL DEFAULT now(),
  -- The revision of the resource that `state` shows.
  revision integer NOT NULL,
  state jsonb NOT NULL,
  CONSTRAINT deployed_resources_pkey PRIMARY KEY (resource_id),
  CONSTRAINT deployed_resources_resource_fkey FOREIGN KEY (resource_id) REFERENCES resources (id) ON DELETE CASCADE
);

CREATE INDEX deployed_resources_project ON deployed_resources (project_id);
