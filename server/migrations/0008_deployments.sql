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

-- Everything that is kept of a submission, in one way to the database. A function, because PostgreSQL keeps its plans per
-- session: parsing and planning these statements anew takes longer than running them.
CREATE FUNCTION keep_deployment(
  deployment jsonb, given_template_hash bytea, given_resources jsonb, given_problems jsonb, given_warnings jsonb,
  baselines jsonb, named uuid[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  given record;
BEGIN
  SELECT * INTO given FROM jsonb_to_record(deployment) AS d (
    id uuid, "projectId" uuid, "tenantId" uuid, "resourceGroupId" uuid, "resourceGroupName" text, state text,
    "automationTokenId" uuid, "automationTokenName" text, "externalSubject" text, "supportCode" text,
    "startedAt" timestamptz, "finishedAt" timestamptz, "durationMs" integer, "resourceCount" integer,
    "createdCount" integer, "changedCount" integer
  );
  INSERT INTO deployments (id, project_id, tenant_id, resource_group_id, resource_group_name, state, template_hash,
    automation_token_id, automation_token_name, external_subject, support_code, started_at, finished_at, duration_ms,
    resource_count, created_count, changed_count, resources, problems, warnings)
  VALUES (given.id, given."projectId", given."tenantId", given."resourceGroupId", given."resourceGroupName", given.state,
    given_template_hash, given."automationTokenId", given."automationTokenName", given."externalSubject",
    given."supportCode", given."startedAt", given."finishedAt", given."durationMs", given."resourceCount",
    given."createdCount", given."changedCount", given_resources, given_problems, given_warnings);

  INSERT INTO deployed_resources (resource_id, project_id, deployment_id, revision, state)
  SELECT b."resourceId", given."projectId", given.id, b.revision, b.state
  FROM jsonb_to_recordset(baselines) AS b ("resourceId" uuid, revision integer, state jsonb)
  ON CONFLICT ON CONSTRAINT deployed_resources_pkey DO UPDATE SET
    deployment_id = excluded.deployment_id, deployed_at = now(), revision = excluded.revision, state = excluded.state;

  UPDATE resources SET last_deployment_id = given.id WHERE resources.id = ANY(named);
  UPDATE resource_groups SET last_deployment_id = given.id WHERE resource_groups.id = given."resourceGroupId";
END
$$;
