-- What every area stands on: the identity of this installation and the answers kept for repeated requests.

CREATE TABLE installation (
  only_row boolean NOT NULL DEFAULT true,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT installation_pkey PRIMARY KEY (only_row),
  CONSTRAINT installation_single CHECK (only_row)
);

INSERT INTO installation DEFAULT VALUES;

-- Fingerprints of the encryption keys that values in this database are sealed with. A server without one of them must
-- not start: it could neither read those values nor be trusted to add new ones.
CREATE TABLE encryption_keys (
  fingerprint text NOT NULL,
  first_used_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT encryption_keys_pkey PRIMARY KEY (fingerprint)
);

CREATE TABLE idempotency_keys (
  -- Who may see the answer again: the operation and its caller.
  scope text NOT NULL,
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  -- Both absent while the first request is still under way in its own transaction.
  status integer,
  -- Sealed: an answer may hold a token that is shown only once.
  sealed_answer text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (scope, key_hash),
  CONSTRAINT idempotency_keys_answered CHECK ((status IS NULL) = (sealed_answer IS NULL))
);

CREATE INDEX idempotency_keys_expires_at ON idempotency_keys (expires_at);
