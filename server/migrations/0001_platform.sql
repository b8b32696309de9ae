-- What every area stands on: the identity of this installation and the answers kept for repeated requests.

CREATE TABLE installation (
  only_row boolean NOT NULL DEFAULT true,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Fingerprint of an encryption key that this database was sealed with; a server without that key must not start.
  key_fingerprint text NOT NULL,
  CONSTRAINT installation_pkey PRIMARY KEY (only_row),
  CONSTRAINT installation_single CHECK (only_row)
);

CREATE TABLE idempotency_keys (
  -- Who may see the answer again: the operation and its caller.
  scope text NOT NULL,
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  status integer NOT NULL,
  -- Sealed: an answer may hold a token that is shown only once.
  sealed_answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (scope, key_hash)
);

CREATE INDEX idempotency_keys_expires_at ON idempotency_keys (expires_at);
