-- Mails on their way out, and the job runners that carry them.

CREATE TABLE mails (
  id uuid NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  state text NOT NULL DEFAULT 'queued',
  -- Sealed: links in a mail carry tokens. Erased once the mail is sent.
  sealed_content text,
  -- Whoever queues a mail twice under one key sends it once (contract B14).
  dedupe_key text,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the sweep looks after this mail, unless its job has dealt with it by then.
  retry_at timestamptz NOT NULL DEFAULT now() + interval '5 minutes',
  finished_at timestamptz,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_dedupe_key UNIQUE (dedupe_key),
  CONSTRAINT mails_state_known CHECK (state IN ('queued', 'sent', 'failed')),
  CONSTRAINT mails_content_until_sent CHECK ((sealed_content IS NULL) = (state = 'sent')),
  CONSTRAINT mails_finished_when_not_queued CHECK ((finished_at IS NULL) = (state = 'queued'))
);

CREATE INDEX mails_due ON mails (retry_at) WHERE state = 'queued';
CREATE INDEX mails_finished_at ON mails (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX mails_newest ON mails (created_at DESC, id DESC);
CREATE INDEX mails_newest_by_state ON mails (state, created_at DESC, id DESC);

-- Who runs jobs. A runner holds an advisory lock as long as it lives; one without its lock is dead, and its jobs are
-- handed to others. The id is what graphile-worker writes into locked_by.
CREATE TABLE job_runners (
  id text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT job_runners_pkey PRIMARY KEY (id)
);
