-- Who subscribes to which service (contract B9, B10).

-- One row per user and root service: children of a service read the subscriptions of their root.
CREATE TABLE subscriptions (
  service_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- The user's tenant, by which lists are cut (contract B7).
  tenant_id uuid NOT NULL,
  -- Follows the user's display name: lists are ordered by it, then by the id.
  name_key text COLLATE "C" NOT NULL,
  state text NOT NULL,
  -- Where the subscription goes back to when the error is mended.
  state_before_error text,
  access_level_id uuid,
  sku text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT subscriptions_pkey PRIMARY KEY (service_id, user_id),
  CONSTRAINT subscriptions_service_fkey FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE,
  CONSTRAINT subscriptions_user_fkey FOREIGN KEY (user_id, tenant_id)
    REFERENCES users (id, tenant_id) ON DELETE CASCADE,
  -- A level that somebody holds cannot go (contract A15).
  CONSTRAINT subscriptions_level_fkey FOREIGN KEY (access_level_id, service_id)
    REFERENCES service_access_levels (id, service_id),
  CONSTRAINT subscriptions_state CHECK (
    state IN ('subscribing', 'pending', 'rejected', 'notSubscribing', 'error')
  ),
  CONSTRAINT subscriptions_state_before_error CHECK (
    CASE state
      WHEN 'error' THEN coalesce(state_before_error IN ('subscribing', 'pending', 'rejected', 'notSubscribing'), false)
      ELSE state_before_error IS NULL
    END
  ),
  CONSTRAINT subscriptions_sku_length CHECK (char_length(sku) BETWEEN 1 AND 100)
);

-- The order of a service's list of subscribers.
CREATE INDEX subscriptions_subscribers ON subscriptions (service_id, tenant_id, name_key, user_id)
  WHERE state = 'subscribing';
CREATE INDEX subscriptions_user ON subscriptions (user_id, tenant_id);
CREATE INDEX subscriptions_level ON subscriptions (access_level_id, service_id) WHERE access_level_id IS NOT NULL;
-- What waits for an approval, oldest first.
CREATE INDEX subscriptions_pending ON subscriptions (service_id, updated_at, user_id) WHERE state = 'pending';

CREATE FUNCTION follow_display_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE subscriptions SET name_key = NEW.display_name_key WHERE user_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER users_display_name_followed AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.display_name_key IS DISTINCT FROM NEW.display_name_key) EXECUTE FUNCTION follow_display_name();

-- Pages of subscribers at the same cost, however far (contract B6, goal S10) ------------------------------------------
--
-- A list is cut into blocks of about a thousand subscribers, each with its number and the number of all before it: the
-- block of a page is found by its index. Writers must not wait for one another at these numbers, so they only note what
-- they changed, and a job adds the notes to the blocks every few seconds. In every snapshot and for every block
--   subscribers = number of the block + notes within it,
-- because a change and its note are one transaction, and so are the removal of a note and the new numbers. Pages are
-- therefore exact at all times, and only slower while many notes wait.

-- From its first subscriber (or where that one would stand) to the next block.
CREATE TABLE subscriber_blocks (
  service_id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  first_key text COLLATE "C" NOT NULL,
  first_user_id uuid NOT NULL,
  subscribers integer NOT NULL,
  -- The numbers of all blocks before it, added up.
  preceding integer NOT NULL DEFAULT 0,
  CONSTRAINT subscriber_blocks_pkey PRIMARY KEY (service_id, tenant_id, first_key, first_user_id),
  CONSTRAINT subscriber_blocks_service_fkey FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE
) WITH (fillfactor = 50);

CREATE INDEX subscriber_blocks_preceding ON subscriber_blocks (service_id, tenant_id, preceding);

-- Without a foreign key: the last notes of a service are written while it is deleted.
CREATE TABLE subscriber_notes (
  service_id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name_key text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  change smallint NOT NULL,
  CONSTRAINT subscriber_notes_pkey PRIMARY KEY (service_id, tenant_id, id),
  CONSTRAINT subscriber_notes_change CHECK (change IN (-1, 1))
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

CREATE FUNCTION note_subscriber_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO subscriber_notes (service_id, tenant_id, name_key, user_id, change)
    SELECT service_id, tenant_id, name_key, user_id, 1 FROM after_change WHERE state = 'subscribing';
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO subscriber_notes (service_id, tenant_id, name_key, user_id, change)
    SELECT service_id, tenant_id, name_key, user_id, -1 FROM before_change WHERE state = 'subscribing';
  ELSE
    -- Who stays where he was cancels out. Sorted and not joined: a kept plan must be good for one row and for a million.
    INSERT INTO subscriber_notes (service_id, tenant_id, name_key, user_id, change)
    SELECT side.service_id, side.tenant_id, side.name_key, side.user_id, sum(side.change)
    FROM (
      SELECT service_id, tenant_id, name_key, user_id, -1 AS change FROM before_change WHERE state = 'subscribing'
      UNION ALL
      SELECT service_id, tenant_id, name_key, user_id, 1 FROM after_change WHERE state = 'subscribing'
    ) AS side
    GROUP BY side.service_id, side.tenant_id, side.name_key, side.user_id
    HAVING sum(side.change) <> 0;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER subscriptions_inserted AFTER INSERT ON subscriptions
  REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_subscriber_changes();
CREATE TRIGGER subscriptions_updated AFTER UPDATE ON subscriptions
  REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION note_subscriber_changes();
CREATE TRIGGER subscriptions_deleted AFTER DELETE ON subscriptions
  REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION note_subscriber_changes();

-- A page of the list. STABLE, so that all of it is read from one snapshot; a function, so that sessions keep its plans.
-- Never by reading whole tables: that of the notes is mostly empty, and large after a day with many changes.
CREATE FUNCTION list_subscribers(of_service uuid, of_tenant uuid, skip bigint, most integer)
RETURNS TABLE (id uuid, tenant_id uuid, email text, display_name text, activated boolean)
STABLE LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  added bigint;
  start_key text := '';
  start_user uuid := '00000000-0000-0000-0000-000000000000';
  before_start bigint := 0;
BEGIN
  IF skip > 1024 THEN
    SELECT count(*) INTO added FROM subscriber_notes n
    WHERE n.service_id = of_service AND n.tenant_id = of_tenant AND n.change > 0;
    -- The last block that begins before the page for certain, wherever those were added who are not in the numbers yet.
    SELECT b.first_key, b.first_user_id, b.preceding INTO start_key, start_user, before_start
    FROM subscriber_blocks b
    WHERE b.service_id = of_service AND b.tenant_id = of_tenant AND b.preceding <= skip - added
    ORDER BY b.preceding DESC LIMIT 1;
    IF FOUND THEN
      SELECT before_start + coalesce(sum(n.change), 0) INTO before_start FROM subscriber_notes n
      WHERE n.service_id = of_service AND n.tenant_id = of_tenant AND (n.name_key, n.user_id) < (start_key, start_user);
    ELSE
      start_key := '';
      start_user := '00000000-0000-0000-0000-000000000000';
      before_start := 0;
    END IF;
  END IF;
  RETURN QUERY
    SELECT u.id, u.tenant_id, u.email, u.display_name, u.activated_at IS NOT NULL
    FROM (
      SELECT s.user_id, s.name_key FROM subscriptions s
      WHERE s.service_id = of_service AND s.tenant_id = of_tenant AND s.state = 'subscribing'
        AND (s.name_key, s.user_id) >= (start_key, start_user)
      ORDER BY s.name_key, s.user_id
      OFFSET skip - before_start LIMIT most
    ) AS page
    JOIN users u ON u.id = page.user_id
    ORDER BY page.name_key, page.user_id;
END
$$;

-- Writes subscriptions as they shall be, where they still are as the writer has read them: `revision` is the number that
-- was read, 0 for none. Gives how many were written; the others were changed by somebody else in between. The user's row is
-- held against a change of the name until the end of the transaction.
CREATE FUNCTION write_subscriptions(changes jsonb) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  written integer;
BEGIN
  INSERT INTO subscriptions AS stored
    (service_id, user_id, tenant_id, name_key, state, state_before_error, access_level_id, sku, revision)
  SELECT given.service_id, u.id, u.tenant_id, u.display_name_key, given.state, given.state_before_error,
    given.access_level_id, given.sku, given.revision + 1
  FROM jsonb_to_recordset(changes) AS given (
    service_id uuid, user_id uuid, state text, state_before_error text, access_level_id uuid, sku text, revision integer
  )
  JOIN users u ON u.id = given.user_id
  ORDER BY u.id
  FOR SHARE OF u
  ON CONFLICT ON CONSTRAINT subscriptions_pkey DO UPDATE
    SET state = excluded.state, state_before_error = excluded.state_before_error,
      access_level_id = excluded.access_level_id, sku = excluded.sku, revision = excluded.revision, updated_at = now()
    WHERE stored.revision = excluded.revision - 1;
  GET DIAGNOSTICS written = ROW_COUNT;
  RETURN written;
END
$$;
