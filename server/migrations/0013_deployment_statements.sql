-- Where a deployment begins, in one way to the database: it waits for its turn in the project (contract A11), holds the
-- resources that it names, in one order, and reads them. A function, because each of its statements sees what was committed
-- while the one before it waited; a single statement would read what was there when the wait began. Lists are turned into
-- subqueries, so that one plan serves lists of any length: PostgreSQL would plan anew for each length otherwise.
CREATE FUNCTION hold_project_resources(
  turn_of text, longest_wait_ms integer, of_project uuid, named text[]
) RETURNS TABLE (
  id uuid, tenant_id uuid, project_id uuid, resource_group_id uuid, name text, resource_type text, revision integer
) LANGUAGE plpgsql AS $$
DECLARE
  usual_wait text := current_setting('lock_timeout');
BEGIN
  PERFORM set_config('lock_timeout', longest_wait_ms::text, true);
  PERFORM pg_advisory_xact_lock(hashtextextended(turn_of, 0));
  PERFORM set_config('lock_timeout', usual_wait, true);
  PERFORM FROM resources r WHERE r.project_id = of_project AND r.name = ANY(ARRAY(SELECT unnest(named)))
    ORDER BY r.id FOR NO KEY UPDATE;
  RETURN QUERY
    SELECT r.id, r.tenant_id, r.project_id, r.resource_group_id, r.name, r.resource_type, r.revision
    FROM resources r WHERE r.project_id = of_project AND r.name = ANY(ARRAY(SELECT unnest(named)));
END
$$;

-- Where a deployment ends: everything that is kept of it, its audit rows, and what other nodes must hear of.
CREATE FUNCTION finish_deployment(
  deployment jsonb, given_template_hash bytea, given_resources jsonb, given_warnings jsonb, baselines jsonb, named uuid[],
  audit_entries jsonb, messages text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_deployment(deployment, given_template_hash, given_resources, '[]', given_warnings, baselines, named);
  PERFORM record_audit(audit_entries);
  PERFORM pg_notify('portolan', message) FROM unnest(messages) AS message;
END
$$;
