-- The settings of a resource group as its last deployment left them, so that drift can tell what was edited since
-- (contract A20). With the group itself, whose row every deployment writes anyway.
ALTER TABLE resource_groups
  ADD COLUMN deployed_state jsonb,
  ADD COLUMN deployed_in uuid,
  ADD COLUMN deployed_at timestamptz;

CREATE OR REPLACE FUNCTION keep_deployment(
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
  -- One that failed has left the group alone.
  IF given.state = 'succeeded' THEN
    UPDATE resource_groups SET last_deployment_id = given.id, deployed_in = given.id, deployed_at = now(),
      deployed_state = jsonb_build_object('description', description, 'tags', tags, 'isProduction', is_production,
        'locked', locked)
    WHERE resource_groups.id = given."resourceGroupId";
  ELSE
    UPDATE resource_groups SET last_deployment_id = given.id WHERE resource_groups.id = given."resourceGroupId";
  END IF;
END
$$;
