-- Subscriptions change in one statement, and mails wait in their own table instead of having a job each: a job cost more
-- than all the rest of the change that its mail tells of (goal S9).

-- Every node looks for mails whose time has come. One that is being sent carries the runner that sends it: its next time
-- is far enough away for the slowest mail server, and comes at once when that runner dies (job_runners).
ALTER TABLE mails ALTER COLUMN retry_at SET DEFAULT now();
ALTER TABLE mails ADD COLUMN taken_by text;
ALTER TABLE mails ADD CONSTRAINT mails_taken_while_queued CHECK (taken_by IS NULL OR state = 'queued');
CREATE INDEX mails_taken ON mails (taken_by) WHERE taken_by IS NOT NULL;
-- Most mails are sent, so a list of those needs no index of its own, and those that wait are few (mails_due).
DROP INDEX mails_newest_by_state;
CREATE INDEX mails_newest_failed ON mails (created_at DESC, id DESC) WHERE state = 'failed';
-- Sealed content cannot be compressed; trying cost time for each mail.
ALTER TABLE mails ALTER COLUMN sealed_content SET STORAGE EXTERNAL;

-- Adds mails, without those whose key is known, and gives the ids of the new ones.
CREATE FUNCTION queue_mails(given_mails jsonb) RETURNS SETOF uuid LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY
    INSERT INTO mails AS queued (id, recipient, subject, sealed_content, dedupe_key)
    SELECT given.id, given.recipient, given.subject, given.sealed_content, given.dedupe_key
    FROM jsonb_to_recordset(given_mails) AS given (
      id uuid, recipient text, subject text, sealed_content text, dedupe_key text
    )
    ON CONFLICT ON CONSTRAINT mails_dedupe_key DO NOTHING
    RETURNING queued.id;
END
$$;

-- Notes of one subscriber are written row by row: with tables of all changed rows the database planned anew each time.
CREATE FUNCTION note_subscriber() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state = 'subscribing' THEN
    INSERT INTO subscriber_notes (service_id, tenant_id, name_key, user_id, change)
    VALUES (OLD.service_id, OLD.tenant_id, OLD.name_key, OLD.user_id, -1);
  END IF;
  IF NEW.state = 'subscribing' THEN
    INSERT INTO subscriber_notes (service_id, tenant_id, name_key, user_id, change)
    VALUES (NEW.service_id, NEW.tenant_id, NEW.name_key, NEW.user_id, 1);
  END IF;
  RETURN NULL;
END
$$;

-- Whole services go at once, and nobody needs their notes then.
CREATE FUNCTION note_removed_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscriber_notes (service_id, tenant_id, name_key, user_id, change)
  SELECT service_id, tenant_id, name_key, user_id, -1 FROM removed
  WHERE state = 'subscribing' AND EXISTS (SELECT FROM services WHERE services.id = removed.service_id);
  RETURN NULL;
END
$$;

DROP TRIGGER subscriptions_inserted ON subscriptions;
DROP TRIGGER subscriptions_updated ON subscriptions;
DROP TRIGGER subscriptions_deleted ON subscriptions;
DROP FUNCTION note_subscriber_changes();

CREATE TRIGGER subscriptions_inserted AFTER INSERT ON subscriptions FOR EACH ROW
  WHEN (NEW.state = 'subscribing') EXECUTE FUNCTION note_subscriber();
CREATE TRIGGER subscriptions_updated AFTER UPDATE ON subscriptions FOR EACH ROW
  WHEN (OLD.state <> NEW.state OR OLD.name_key <> NEW.name_key) EXECUTE FUNCTION note_subscriber();
CREATE TRIGGER subscriptions_deleted AFTER DELETE ON subscriptions
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_removed_subscribers();

-- Refuses more subscribers than a service takes, `subscriptions_limit`. Those who join such a service do so one after the
-- other until the end of the transaction.
CREATE FUNCTION keep_subscriber_limit(of_service uuid, joining integer, most integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  present bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('subscriber limit of ' || of_service, 0));
  SELECT coalesce((SELECT sum(subscribers) FROM subscriber_blocks WHERE service_id = of_service), 0)
    + coalesce((SELECT sum(change) FROM subscriber_notes WHERE service_id = of_service), 0) INTO present;
  IF present + joining > most THEN
    RAISE EXCEPTION 'the service takes at most % subscribers', most
      USING ERRCODE = 'check_violation', TABLE = 'subscriptions', CONSTRAINT = 'subscriptions_limit',
        DETAIL = json_build_object('most', most, 'joining', joining);
  END IF;
END
$$;

-- Changes of subscriptions with their audit rows and mails: all of it or an error. Each subscription must still be as the
-- writer has read it, `revision` is the number that was read and 0 for none; `subscriptions_unchanged` otherwise. The
-- users' rows are held against a change of the name until the end of the transaction, in the order of their ids, so that
-- nobody waits in a circle; without `waits`, a row that somebody else is changing counts as changed.
DROP FUNCTION write_subscriptions(jsonb);
CREATE FUNCTION write_subscriptions(changes jsonb, limits jsonb, entries jsonb, mails jsonb, waits boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  given_users uuid[] := ARRAY(
    SELECT DISTINCT (given ->> 'user_id')::uuid AS id FROM jsonb_array_elements(changes) AS given ORDER BY id
  );
  held integer;
  written integer;
BEGIN
  IF limits IS NOT NULL THEN
    PERFORM keep_subscriber_limit(kept.service_id, kept.joining, kept.most)
    FROM (
      SELECT * FROM jsonb_to_recordset(limits) AS given (service_id uuid, joining integer, most integer)
      ORDER BY given.service_id
    ) AS kept;
  END IF;
  IF waits THEN
    PERFORM FROM users WHERE id = ANY (given_users) ORDER BY id FOR SHARE;
  ELSE
    PERFORM FROM users WHERE id = ANY (given_users) ORDER BY id FOR SHARE SKIP LOCKED;
  END IF;
  GET DIAGNOSTICS held = ROW_COUNT;
  INSERT INTO subscriptions AS stored
    (service_id, user_id, tenant_id, name_key, state, state_before_error, access_level_id, sku, revision)
  SELECT given.service_id, u.id, u.tenant_id, u.display_name_key, given.state, given.state_before_error,
    given.access_level_id, given.sku, given.revision + 1
  FROM jsonb_to_recordset(changes) AS given (
    service_id uuid, user_id uuid, state text, state_before_error text, access_level_id uuid, sku text, revision integer
  )
  JOIN users u ON u.id = given.user_id
  WHERE held = cardinality(given_users)
  ON CONFLICT ON CONSTRAINT subscriptions_pkey DO UPDATE
    SET state = excluded.state, state_before_error = excluded.state_before_error,
      access_level_id = excluded.access_level_id, sku = excluded.sku, revision = excluded.revision, updated_at = now()
    WHERE stored.revision = excluded.revision - 1;
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written < jsonb_array_length(changes) THEN
    RAISE EXCEPTION 'the subscription was changed meanwhile' USING ERRCODE = 'check_violation',
      TABLE = 'subscriptions', CONSTRAINT = 'subscriptions_unchanged';
  END IF;
  PERFORM record_audit(entries);
  IF mails IS NOT NULL THEN
    PERFORM queue_mails(mails);
  END IF;
END
$$;

-- Messages that are old enough to be forgotten (directory/messages/prune-messages).
CREATE INDEX messages_oldest ON messages (created_at, id);

-- Members of a company in the order of their names (contract B6): a page is found in one index, however many members there
-- are, and only those on it are looked up. The name follows the user's, as that of subscriptions does.
ALTER TABLE company_memberships ADD COLUMN user_name_key text COLLATE "C" NOT NULL DEFAULT '';
UPDATE company_memberships m SET user_name_key = u.display_name_key FROM users u WHERE u.id = m.user_id;
CREATE INDEX company_memberships_by_name ON company_memberships (company_id, state, user_name_key, user_id);
DROP INDEX company_memberships_company;

CREATE FUNCTION name_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Held, so that the name cannot change unseen before this transaction ends.
  SELECT display_name_key INTO NEW.user_name_key FROM users WHERE id = NEW.user_id FOR SHARE;
  NEW.user_name_key := coalesce(NEW.user_name_key, '');
  RETURN NEW;
END
$$;

CREATE TRIGGER company_memberships_named BEFORE INSERT ON company_memberships FOR EACH ROW EXECUTE FUNCTION name_member();

CREATE OR REPLACE FUNCTION follow_display_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE subscriptions SET name_key = NEW.display_name_key WHERE user_id = NEW.id;
  UPDATE company_memberships SET user_name_key = NEW.display_name_key WHERE user_id = NEW.id;
  RETURN NULL;
END
$$;
