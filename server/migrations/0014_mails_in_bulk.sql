-- News to many people wait behind what somebody waits for: a code to sign in must not stand in line after ten thousand
-- notifications.
ALTER TABLE mails ADD COLUMN bulk boolean NOT NULL DEFAULT false;
DROP INDEX mails_due;
CREATE INDEX mails_due ON mails (bulk, retry_at) WHERE state = 'queued';

CREATE OR REPLACE FUNCTION queue_mails(given_mails jsonb) RETURNS SETOF uuid LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY
    INSERT INTO mails AS queued (id, recipient, subject, sealed_content, dedupe_key, bulk)
    SELECT given.id, given.recipient, given.subject, given.sealed_content, given.dedupe_key, coalesce(given.bulk, false)
    FROM jsonb_to_recordset(given_mails) AS given (
      id uuid, recipient text, subject text, sealed_content text, dedupe_key text, bulk boolean
    )
    ON CONFLICT ON CONSTRAINT mails_dedupe_key DO NOTHING
    RETURNING queued.id;
END
$$;
