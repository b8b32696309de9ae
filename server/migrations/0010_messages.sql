-- What services tell their subscribers: channels, what each user wants of them, messages and who got them. And what the
-- directory keeps beside a service: widgets, data containers, and dependencies whose health is watched.

CREATE TABLE message_channels (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  service_id uuid NOT NULL,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
  description text NOT NULL DEFAULT '',
  -- Where a notification goes that names no channel (contract B14). Made when it is first needed.
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT message_channels_pkey PRIMARY KEY (id),
  CONSTRAINT message_channels_id_service_unique UNIQUE (id, service_id),
  CONSTRAINT message_channels_name_unique UNIQUE (service_id, name_key),
  CONSTRAINT message_channels_service_fkey FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE,
  CONSTRAINT message_channels_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
  CONSTRAINT message_channels_description_length CHECK (char_length(description) <= 1000)
);

CREATE UNIQUE INDEX message_channels_one_default ON message_channels (service_id) WHERE is_default;

-- Without a row a user gets everything that comes through a channel.
CREATE TABLE channel_preferences (
  user_id uuid NOT NULL,
  channel_id uuid NOT NULL,
  notification_center boolean NOT NULL DEFAULT true,
  email boolean NOT NULL DEFAULT true,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT channel_preferences_pkey PRIMARY KEY (user_id, channel_id),
  CONSTRAINT channel_preferences_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT channel_preferences_channel_fkey FOREIGN KEY (channel_id)
    REFERENCES message_channels (id) ON DELETE CASCADE
);

CREATE INDEX channel_preferences_channel ON channel_preferences (channel_id, user_id);

CREATE TABLE messages (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  service_id uuid NOT NULL,
  channel_id uuid NOT NULL,
  kind text NOT NULL,
  -- The sender's own id: whoever sends it again adds recipients, and nobody gets it twice (contract B14).
  sender_reference text,
  name text NOT NULL,
  content text NOT NULL,
  important boolean NOT NULL,
  -- The name that the service had then.
  sender text NOT NULL,
  -- The sender's clock, or ours.
  sent_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Messages to everybody go out in steps: those up to this user have been dealt with.
  audience_after uuid,
  audience_open boolean NOT NULL DEFAULT false,
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_sender_reference_unique UNIQUE (service_id, kind, sender_reference),
  CONSTRAINT messages_service_fkey FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE,
  CONSTRAINT messages_channel_fkey FOREIGN KEY (channel_id, service_id)
    REFERENCES message_channels (id, service_id) ON DELETE CASCADE,
  CONSTRAINT messages_kind CHECK (kind IN ('notificationCenter', 'email')),
  CONSTRAINT messages_sender_reference_length CHECK (char_length(sender_reference) BETWEEN 1 AND 200),
  CONSTRAINT messages_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  CONSTRAINT messages_content_length CHECK (char_length(content) <= 20000),
  CONSTRAINT messages_sender_length CHECK (char_length(sender) BETWEEN 1 AND 200)
);

CREATE INDEX messages_channel ON messages (channel_id, service_id);

-- A message in the notification center of one user. Once, whatever happens: the key says so.
CREATE TABLE inbox_messages (
  message_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Repeated from the message, so that counting needs one index and nothing else.
  important boolean NOT NULL,
  delivered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  read_at timestamptz,
  CONSTRAINT inbox_messages_pkey PRIMARY KEY (message_id, user_id),
  CONSTRAINT inbox_messages_message_fkey FOREIGN KEY (message_id) REFERENCES messages (id) ON DELETE CASCADE,
  CONSTRAINT inbox_messages_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX inbox_messages_newest ON inbox_messages (user_id, delivered_at DESC, message_id DESC);
CREATE INDEX inbox_messages_unread ON inbox_messages (user_id, delivered_at DESC, message_id DESC) INCLUDE (important)
  WHERE read_at IS NULL;

-- A message by e-mail to one user. Kept after the mail has left: that is what keeps it from being sent again.
CREATE TABLE message_mails (
  message_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it was handed to the outbox.
  queued_at timestamptz,
  CONSTRAINT message_mails_pkey PRIMARY KEY (message_id, user_id),
  CONSTRAINT message_mails_message_fkey FOREIGN KEY (message_id) REFERENCES messages (id) ON DELETE CASCADE,
  CONSTRAINT message_mails_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX message_mails_user ON message_mails (user_id);
CREATE INDEX message_mails_waiting ON message_mails (message_id, user_id) WHERE queued_at IS NULL;

CREATE TABLE widgets (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  service_id uuid NOT NULL,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
  description text,
  url text,
  width integer NOT NULL,
  height integer NOT NULL,
  priority integer NOT NULL DEFAULT 0,
  logo_url text,
  pictogram_url text,
  type text,
  show_title boolean NOT NULL DEFAULT true,
  supports_mobile boolean NOT NULL DEFAULT true,
  sequence_no integer NOT NULL DEFAULT 0,
  color text,
  open_in_new_tab boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT widgets_pkey PRIMARY KEY (id),
  CONSTRAINT widgets_id_service_unique UNIQUE (id, service_id),
  CONSTRAINT widgets_service_fkey FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE,
  CONSTRAINT widgets_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  CONSTRAINT widgets_size CHECK (width BETWEEN 1 AND 100000 AND height BETWEEN 1 AND 100000),
  CONSTRAINT widgets_text_lengths CHECK (
    char_length(description) <= 2000 AND char_length(url) <= 2048 AND char_length(logo_url) <= 2048
    AND char_length(pictogram_url) <= 2048 AND char_length(type) <= 100 AND char_length(color) <= 50
  )
);

CREATE INDEX widgets_order ON widgets (service_id, sequence_no, name_key, id);

CREATE TABLE data_containers (
  service_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
  description text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT data_containers_pkey PRIMARY KEY (service_id, id),
  CONSTRAINT data_containers_service_fkey FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE,
  CONSTRAINT data_containers_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  CONSTRAINT data_containers_description_length CHECK (char_length(description) <= 1000)
);

CREATE INDEX data_containers_order ON data_containers (service_id, name_key, id);

-- Programs outside the platform whose health URL is asked for the platform's own status (contract B16).
CREATE TABLE health_dependencies (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  component_type text NOT NULL DEFAULT 'system',
  -- One of the two: an address, or a service that reports at an address of its own.
  url text,
  service_id uuid,
  critical boolean NOT NULL DEFAULT false,
  weight integer NOT NULL DEFAULT 1,
  affected_endpoints text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT health_dependencies_pkey PRIMARY KEY (id),
  CONSTRAINT health_dependencies_name_unique UNIQUE (name),
  CONSTRAINT health_dependencies_service_fkey FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE,
  CONSTRAINT health_dependencies_target CHECK (num_nonnulls(url, service_id) = 1),
  CONSTRAINT health_dependencies_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
  CONSTRAINT health_dependencies_type_length CHECK (char_length(component_type) BETWEEN 1 AND 200),
  CONSTRAINT health_dependencies_url_length CHECK (char_length(url) <= 2048),
  CONSTRAINT health_dependencies_weight CHECK (weight BETWEEN 1 AND 3),
  CONSTRAINT health_dependencies_endpoints_count CHECK (cardinality(affected_endpoints) <= 50)
);

CREATE INDEX health_dependencies_service ON health_dependencies (service_id) WHERE service_id IS NOT NULL;
