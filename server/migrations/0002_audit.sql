-- Who did what to which thing (goals R11). A row is written in the transaction of the change that it tells of.
--
-- The chain of hashes is made afterwards, by a job, so that writers never wait for one another. Ids are handed out before
-- the commit, so a row with a lower id may appear after one with a higher id: the chain therefore has positions of its
-- own and takes whatever has become visible since (audit_pending). A row that commits late is chained late, and a
-- transaction that stays open for an hour holds up nobody's rows but its own.

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY,
  occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Absent for what belongs to the whole installation.
  tenant_id uuid,
  actor_kind text NOT NULL,
  -- Absent where the kind says it all: the system itself, or somebody who is not signed in.
  actor_id text,
  action text NOT NULL,
  target_kind text NOT NULL,
  target_id text,
  project_id uuid,
  workspace_id uuid,
  support_code text,
  ip_address inet,
  details jsonb NOT NULL DEFAULT '{}',
  CONSTRAINT audit_log_pkey PRIMARY KEY (id),
  CONSTRAINT audit_log_action_form CHECK (action ~ '^[a-z][A-Za-z0-9-]*\.[a-z][A-Za-z0-9-]*$' AND length(action) <= 100),
  CONSTRAINT audit_log_actor_kind_form CHECK (actor_kind ~ '^[a-z][A-Za-z0-9-]*$' AND length(actor_kind) <= 50),
  CONSTRAINT audit_log_target_kind_form CHECK (target_kind ~ '^[a-z][A-Za-z0-9-]*$' AND length(target_kind) <= 50),
  CONSTRAINT audit_log_details_object CHECK (jsonb_typeof(details) = 'object')
);

-- What an administrator filters by; the newest rows come first everywhere.
CREATE INDEX audit_log_occurred_at ON audit_log (occurred_at, id);
CREATE INDEX audit_log_tenant ON audit_log (tenant_id, id) WHERE tenant_id IS NOT NULL;
CREATE INDEX audit_log_actor ON audit_log (actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_log_target ON audit_log (target_id, id) WHERE target_id IS NOT NULL;

-- Rows that are not chained yet. No foreign keys here or below: checking one would write to the audited row.
CREATE TABLE audit_pending (
  audit_id bigint NOT NULL,
  CONSTRAINT audit_pending_pkey PRIMARY KEY (audit_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

CREATE TABLE audit_chain (
  position bigint NOT NULL,
  audit_id bigint NOT NULL,
  -- Which columns of audit_log the entry hash covers, and how they are written down.
  entry_format smallint NOT NULL,
  -- SHA-256 of every column of the row but its id.
  entry_hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  chained_at timestamptz NOT NULL,
  -- SHA-256 of all columns before this one.
  hash bytea NOT NULL,
  CONSTRAINT audit_chain_pkey PRIMARY KEY (position),
  CONSTRAINT audit_chain_audit_id_key UNIQUE (audit_id),
  CONSTRAINT audit_chain_position_positive CHECK (position > 0),
  CONSTRAINT audit_chain_hash_lengths CHECK (
    octet_length(entry_hash) = 32 AND octet_length(previous_hash) = 32 AND octet_length(hash) = 32
  )
);

-- Writes rows and notes that they wait to be chained. A function, because PostgreSQL keeps its plan per session: parsing
-- and planning the statement anew took five times as long as running it.
CREATE FUNCTION record_audit(entries jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH entry AS (
    INSERT INTO audit_log (tenant_id, actor_kind, actor_id, action, target_kind, target_id, project_id, workspace_id,
                           support_code, ip_address, details)
    SELECT given.tenant_id, given.actor_kind, given.actor_id, given.action, given.target_kind, given.target_id,
           given.project_id, given.workspace_id, given.support_code, given.ip_address, given.details
    FROM jsonb_to_recordset(entries) AS given (
      place integer, tenant_id uuid, actor_kind text, actor_id text, action text, target_kind text, target_id text,
      project_id uuid, workspace_id uuid, support_code text, ip_address inet, details jsonb
    )
    ORDER BY given.place
    RETURNING id
  )
  INSERT INTO audit_pending (audit_id) SELECT id FROM entry;
END
$$;

CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END
$$;

CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_pending_no_update BEFORE UPDATE OR TRUNCATE ON audit_pending
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
