-- What a project holds: resource groups, services and applications, with the keys and secrets that applications use,
-- and what the OpenID Connect provider keeps.

CREATE TABLE resource_groups (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  project_id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  -- Matched exactly (contract A9): `Alpha` and `alpha` are two groups.
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
  description text NOT NULL DEFAULT '',
  tags text[] NOT NULL DEFAULT '{}',
  is_production boolean NOT NULL DEFAULT false,
  locked boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  last_deployment_id uuid,
  CONSTRAINT resource_groups_pkey PRIMARY KEY (id),
  CONSTRAINT resource_groups_id_project_unique UNIQUE (id, project_id),
  CONSTRAINT resource_groups_name_unique UNIQUE (project_id, name),
  CONSTRAINT resource_groups_project_fkey FOREIGN KEY (project_id, tenant_id)
    REFERENCES projects (id, tenant_id) ON DELETE CASCADE,
  CONSTRAINT resource_groups_created_by_fkey FOREIGN KEY (created_by) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT resource_groups_name_length CHECK (char_length(name) BETWEEN 4 AND 200),
  CONSTRAINT resource_groups_description_length CHECK (char_length(description) <= 4000),
  CONSTRAINT resource_groups_tags_count CHECK (cardinality(tags) <= 100)
);

CREATE INDEX resource_groups_project_name ON resource_groups (project_id, name_key, id);
CREATE INDEX resource_groups_created_by ON resource_groups (created_by) WHERE created_by IS NOT NULL;

-- Everything that a deployment provisions, whatever its type: a name means one thing in its project (contract A9).
-- The type's own table shares the id.
CREATE TABLE resources (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  project_id uuid NOT NULL,
  resource_group_id uuid NOT NULL,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
  resource_type text NOT NULL,
  sku text NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  locked boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Moves with every change of the resource, its type's own fields included: a plan knows by it that it is stale.
  revision integer NOT NULL DEFAULT 1,
  last_deployment_id uuid,
  CONSTRAINT resources_pkey PRIMARY KEY (id),
  CONSTRAINT resources_name_unique UNIQUE (project_id, name),
  CONSTRAINT resources_identity_unique UNIQUE (id, tenant_id, name),
  CONSTRAINT resources_project_fkey FOREIGN KEY (project_id, tenant_id)
    REFERENCES projects (id, tenant_id) ON DELETE RESTRICT,
  CONSTRAINT resources_group_fkey FOREIGN KEY (resource_group_id, project_id)
    REFERENCES resource_groups (id, project_id) ON DELETE RESTRICT,
  CONSTRAINT resources_name_length CHECK (char_length(name) BETWEEN 4 AND 200),
  CONSTRAINT resources_type_length CHECK (char_length(resource_type) BETWEEN 1 AND 100),
  CONSTRAINT resources_sku_length CHECK (char_length(sku) BETWEEN 1 AND 100),
  CONSTRAINT resources_tags_count CHECK (cardinality(tags) <= 100)
);

CREATE INDEX resources_project_name ON resources (project_id, name_key, id);
CREATE INDEX resources_group_name ON resources (resource_group_id, project_id, name_key, id);
CREATE INDEX resources_tenant_type_name ON resources (tenant_id, resource_type, name_key, id);

CREATE TABLE services (
  id uuid NOT NULL,
  -- Tenant and name follow the resource.
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
  short_name text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  short_description text NOT NULL DEFAULT '',
  category text,
  service_url text,
  open_in_new_tab boolean NOT NULL DEFAULT false,
  visible boolean NOT NULL DEFAULT true,
  business_owner_id text,
  service_owner text,
  technical_contact_email text NOT NULL DEFAULT '',
  provider_company_name text,
  production boolean NOT NULL DEFAULT false,
  public boolean NOT NULL DEFAULT false,
  self_subscribe boolean NOT NULL DEFAULT false,
  approval_needed boolean NOT NULL DEFAULT false,
  -- What subscribers hear of a change of their subscription, unless the caller overrides it.
  subscription_notification text NOT NULL DEFAULT 'send',
  subscriber_limit integer,
  pricing_tier text,
  api_audience text,
  terms_url text,
  -- Where the service reports its own state, for those that are registered as a dependency (contract B16).
  health_url text,
  parent_service_id uuid,
  -- The top of the tree, whose subscriptions count (contract B10); the service itself where it has no parent.
  root_service_id uuid NOT NULL,
  use_access_levels boolean NOT NULL DEFAULT false,
  -- All null: no password policy (contract A15).
  password_policy_enforced boolean,
  password_policy_scope text,
  password_policy_unit text,
  password_policy_interval integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT services_pkey PRIMARY KEY (id),
  CONSTRAINT services_resource_fkey FOREIGN KEY (id, tenant_id, name)
    REFERENCES resources (id, tenant_id, name) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT services_parent_fkey FOREIGN KEY (parent_service_id) REFERENCES services (id) ON DELETE RESTRICT,
  CONSTRAINT services_root_fkey FOREIGN KEY (root_service_id) REFERENCES services (id) ON DELETE RESTRICT,
  CONSTRAINT services_root CHECK ((parent_service_id IS NULL) = (root_service_id = id)),
  CONSTRAINT services_not_own_parent CHECK (parent_service_id <> id),
  CONSTRAINT services_subscription_notification CHECK (subscription_notification IN ('send', 'suppress')),
  CONSTRAINT services_subscriber_limit CHECK (subscriber_limit >= 0),
  CONSTRAINT services_text_lengths CHECK (
    char_length(short_name) <= 200 AND char_length(description) <= 10000 AND char_length(short_description) <= 1000
    AND char_length(category) <= 200 AND char_length(service_url) <= 2048 AND char_length(business_owner_id) <= 200
    AND char_length(service_owner) <= 320 AND char_length(technical_contact_email) <= 320
    AND char_length(provider_company_name) <= 200 AND char_length(pricing_tier) <= 100
    AND char_length(api_audience) <= 512 AND char_length(terms_url) <= 2048 AND char_length(health_url) <= 2048
  ),
  CONSTRAINT services_password_policy CHECK (
    num_nulls(password_policy_enforced, password_policy_scope, password_policy_unit, password_policy_interval) IN (0, 4)
  ),
  CONSTRAINT services_password_policy_scope CHECK (password_policy_scope IN ('service', 'platform')),
  CONSTRAINT services_password_policy_interval CHECK (
    CASE password_policy_unit
      WHEN 'days' THEN password_policy_interval IN (30, 60, 90, 180, 365, 730)
      WHEN 'months' THEN password_policy_interval IN (1, 2, 3, 6, 12, 24)
      WHEN 'years' THEN password_policy_interval IN (1, 2)
      ELSE password_policy_unit IS NULL
    END
  )
);

CREATE INDEX services_tenant_name ON services (tenant_id, name_key, id);
CREATE INDEX services_parent ON services (parent_service_id) WHERE parent_service_id IS NOT NULL;
CREATE INDEX services_root ON services (root_service_id);

ALTER TABLE terms_documents ADD CONSTRAINT terms_documents_service_fkey
  FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE;

CREATE TABLE service_access_levels (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  service_id uuid NOT NULL,
  name text NOT NULL,
  position integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT service_access_levels_pkey PRIMARY KEY (id),
  -- For a subscription that names level and service: a level with subscribers cannot go (contract A15).
  CONSTRAINT service_access_levels_id_service_unique UNIQUE (id, service_id),
  CONSTRAINT service_access_levels_name_unique UNIQUE (service_id, name),
  CONSTRAINT service_access_levels_position_unique UNIQUE (service_id, position) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT service_access_levels_service_fkey FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE,
  CONSTRAINT service_access_levels_name_length CHECK (char_length(name) BETWEEN 2 AND 50),
  CONSTRAINT service_access_levels_position CHECK (position >= 0)
);

CREATE TABLE service_administrators (
  service_id uuid NOT NULL,
  user_id uuid NOT NULL,
  granted_at timestamptz NOT NULL DEFAULT now(),
  granted_by uuid,
  CONSTRAINT service_administrators_pkey PRIMARY KEY (service_id, user_id),
  CONSTRAINT service_administrators_service_fkey FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE,
  CONSTRAINT service_administrators_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT service_administrators_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES users (id) ON DELETE SET NULL
);

CREATE INDEX service_administrators_user ON service_administrators (user_id);
CREATE INDEX service_administrators_granted_by ON service_administrators (granted_by) WHERE granted_by IS NOT NULL;

-- A client and, where is_api, an audience. The id is the client id (contract A16).
CREATE TABLE applications (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
  -- Who keeps it: a project (then it is a resource), Portolan itself (API, console, command line), or a workspace.
  origin text NOT NULL,
  resource_id uuid,
  client_type text NOT NULL,
  is_api boolean NOT NULL DEFAULT false,
  redirect_urls text[] NOT NULL DEFAULT '{}',
  post_logout_redirect_urls text[] NOT NULL DEFAULT '{}',
  application_url text,
  allow_implicit_grant_flow boolean NOT NULL DEFAULT false,
  app_id_uri text,
  token_version integer NOT NULL DEFAULT 2,
  second_factor_required boolean NOT NULL DEFAULT false,
  -- True for our own clients: nobody is asked for consent.
  first_party boolean NOT NULL DEFAULT false,
  disabled_at timestamptz,
  -- Counts what ends all tokens of this client: disabled, secrets revoked, client type changed.
  credentials_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT applications_pkey PRIMARY KEY (id),
  CONSTRAINT applications_id_tenant_unique UNIQUE (id, tenant_id),
  CONSTRAINT applications_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE RESTRICT,
  -- Checked only where resource_id is set: then tenant and name follow the resource.
  CONSTRAINT applications_resource_fkey FOREIGN KEY (resource_id, tenant_id, name)
    REFERENCES resources (id, tenant_id, name) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT applications_origin CHECK (origin IN ('project', 'builtIn', 'workspace')),
  CONSTRAINT applications_resource CHECK (
    (origin = 'project') = (resource_id IS NOT NULL) AND (resource_id IS NULL OR resource_id = id)
  ),
  CONSTRAINT applications_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  CONSTRAINT applications_client_type CHECK (
    client_type IN ('None', 'Confidential', 'Public', 'Spa', 'ClientCredential', 'Native')
  ),
  CONSTRAINT applications_urls_count CHECK (
    cardinality(redirect_urls) <= 256 AND cardinality(post_logout_redirect_urls) <= 256
  ),
  CONSTRAINT applications_application_url_length CHECK (char_length(application_url) <= 2048),
  CONSTRAINT applications_app_id_uri_length CHECK (char_length(app_id_uri) BETWEEN 1 AND 512),
  CONSTRAINT applications_token_version CHECK (token_version IN (1, 2))
);

CREATE UNIQUE INDEX applications_app_id_uri ON applications (tenant_id, app_id_uri) WHERE app_id_uri IS NOT NULL;
CREATE UNIQUE INDEX applications_built_in_name ON applications (name) WHERE origin = 'builtIn';
CREATE INDEX applications_resource ON applications (resource_id, tenant_id, name) WHERE resource_id IS NOT NULL;
CREATE INDEX applications_tenant_name ON applications (tenant_id, name_key, id);

CREATE TABLE application_scopes (
  application_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  position integer NOT NULL,
  CONSTRAINT application_scopes_pkey PRIMARY KEY (application_id, name),
  CONSTRAINT application_scopes_application_fkey FOREIGN KEY (application_id)
    REFERENCES applications (id) ON DELETE CASCADE,
  -- What RFC 6749 allows in a scope name.
  CONSTRAINT application_scopes_name_form CHECK (name ~ '^[!#-\[\]-~]{1,120}$'),
  CONSTRAINT application_scopes_description_length CHECK (char_length(description) <= 1000),
  CONSTRAINT application_scopes_position CHECK (position >= 0)
);

-- The APIs that an application may call. A scope that its API no longer publishes counts for nothing.
CREATE TABLE application_api_accesses (
  application_id uuid NOT NULL,
  api_application_id uuid NOT NULL,
  scopes text[] NOT NULL DEFAULT '{}',
  position integer NOT NULL,
  CONSTRAINT application_api_accesses_pkey PRIMARY KEY (application_id, api_application_id),
  CONSTRAINT application_api_accesses_application_fkey FOREIGN KEY (application_id)
    REFERENCES applications (id) ON DELETE CASCADE,
  CONSTRAINT application_api_accesses_api_fkey FOREIGN KEY (api_application_id)
    REFERENCES applications (id) ON DELETE CASCADE,
  CONSTRAINT application_api_accesses_position CHECK (position >= 0)
);

CREATE INDEX application_api_accesses_api ON application_api_accesses (api_application_id);

-- Clients that an API lets in without asking the user. The client need not exist (yet), and nobody learns whether it
-- does: there is no foreign key on purpose.
CREATE TABLE application_clients (
  application_id uuid NOT NULL,
  client_id uuid NOT NULL,
  scopes text[] NOT NULL DEFAULT '{}',
  position integer NOT NULL,
  CONSTRAINT application_clients_pkey PRIMARY KEY (application_id, client_id),
  CONSTRAINT application_clients_application_fkey FOREIGN KEY (application_id)
    REFERENCES applications (id) ON DELETE CASCADE,
  CONSTRAINT application_clients_position CHECK (position >= 0)
);

CREATE INDEX application_clients_client ON application_clients (client_id);

CREATE TABLE application_services (
  application_id uuid NOT NULL,
  service_id uuid NOT NULL,
  position integer NOT NULL,
  -- The right of contract B18: the application may write subscriptions, not only read them.
  may_manage_subscriptions boolean NOT NULL DEFAULT true,
  CONSTRAINT application_services_pkey PRIMARY KEY (application_id, service_id),
  CONSTRAINT application_services_application_fkey FOREIGN KEY (application_id)
    REFERENCES applications (id) ON DELETE CASCADE,
  CONSTRAINT application_services_service_fkey FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE,
  CONSTRAINT application_services_position CHECK (position >= 0)
);

CREATE INDEX application_services_service ON application_services (service_id);

CREATE TABLE application_secrets (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  application_id uuid NOT NULL,
  -- Counts up within the application: the newest has the highest.
  version integer NOT NULL,
  description text NOT NULL DEFAULT '',
  secret_hash bytea NOT NULL,
  sealed_secret text NOT NULL,
  -- The first characters, by which people recognise a secret in a list.
  secret_start text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  CONSTRAINT application_secrets_pkey PRIMARY KEY (id),
  CONSTRAINT application_secrets_version_unique UNIQUE (application_id, version),
  CONSTRAINT application_secrets_hash_unique UNIQUE (secret_hash),
  CONSTRAINT application_secrets_application_fkey FOREIGN KEY (application_id)
    REFERENCES applications (id) ON DELETE CASCADE,
  CONSTRAINT application_secrets_created_by_fkey FOREIGN KEY (created_by) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT application_secrets_version CHECK (version >= 1),
  CONSTRAINT application_secrets_description_length CHECK (char_length(description) <= 200),
  CONSTRAINT application_secrets_start_length CHECK (char_length(secret_start) BETWEEN 1 AND 24),
  CONSTRAINT application_secrets_hash_length CHECK (octet_length(secret_hash) = 32)
);

CREATE INDEX application_secrets_created_by ON application_secrets (created_by) WHERE created_by IS NOT NULL;

-- Who an application is when it acts for itself: the subject of its client-credentials tokens (contract X4).
CREATE TABLE service_principals (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  application_id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  disabled_at timestamptz,
  CONSTRAINT service_principals_pkey PRIMARY KEY (id),
  CONSTRAINT service_principals_application_unique UNIQUE (application_id),
  CONSTRAINT service_principals_application_fkey FOREIGN KEY (application_id, tenant_id)
    REFERENCES applications (id, tenant_id) ON DELETE CASCADE
);

CREATE TABLE service_principal_platform_roles (
  service_principal_id uuid NOT NULL,
  role text NOT NULL,
  granted_at timestamptz NOT NULL DEFAULT now(),
  granted_by uuid,
  CONSTRAINT service_principal_platform_roles_pkey PRIMARY KEY (service_principal_id, role),
  CONSTRAINT service_principal_platform_roles_principal_fkey FOREIGN KEY (service_principal_id)
    REFERENCES service_principals (id) ON DELETE CASCADE,
  CONSTRAINT service_principal_platform_roles_granted_by_fkey FOREIGN KEY (granted_by)
    REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT service_principal_platform_roles_role CHECK (role IN ('administrator', 'directoryReader'))
);

CREATE INDEX service_principal_platform_roles_granted_by ON service_principal_platform_roles (granted_by)
  WHERE granted_by IS NOT NULL;

-- What an application subscribes to in order to call an API with a key (contract X6).
CREATE TABLE api_products (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
  description text NOT NULL DEFAULT '',
  -- The API behind the product.
  api_application_id uuid,
  -- Open to applications of every tenant; otherwise to those of its own.
  public boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT api_products_pkey PRIMARY KEY (id),
  CONSTRAINT api_products_name_unique UNIQUE (tenant_id, name_key),
  CONSTRAINT api_products_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE RESTRICT,
  CONSTRAINT api_products_api_fkey FOREIGN KEY (api_application_id, tenant_id)
    REFERENCES applications (id, tenant_id) ON DELETE CASCADE,
  CONSTRAINT api_products_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  CONSTRAINT api_products_description_length CHECK (char_length(description) <= 4000)
);

CREATE INDEX api_products_api ON api_products (api_application_id, tenant_id) WHERE api_application_id IS NOT NULL;

CREATE TABLE api_product_subscriptions (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  application_id uuid NOT NULL,
  product_id uuid NOT NULL,
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  CONSTRAINT api_product_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT api_product_subscriptions_pair_unique UNIQUE (application_id, product_id),
  CONSTRAINT api_product_subscriptions_application_fkey FOREIGN KEY (application_id)
    REFERENCES applications (id) ON DELETE CASCADE,
  CONSTRAINT api_product_subscriptions_product_fkey FOREIGN KEY (product_id)
    REFERENCES api_products (id) ON DELETE CASCADE,
  CONSTRAINT api_product_subscriptions_position CHECK (position >= 0)
);

CREATE INDEX api_product_subscriptions_product ON api_product_subscriptions (product_id);

-- Two live keys per subscription, found by hash, readable again only because they are also sealed.
CREATE TABLE subscription_keys (
  subscription_id uuid NOT NULL,
  slot text NOT NULL,
  key_hash bytea NOT NULL,
  sealed_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  CONSTRAINT subscription_keys_pkey PRIMARY KEY (subscription_id, slot),
  CONSTRAINT subscription_keys_hash_unique UNIQUE (key_hash),
  CONSTRAINT subscription_keys_subscription_fkey FOREIGN KEY (subscription_id)
    REFERENCES api_product_subscriptions (id) ON DELETE CASCADE,
  CONSTRAINT subscription_keys_slot CHECK (slot IN ('primary', 'secondary')),
  CONSTRAINT subscription_keys_hash_length CHECK (octet_length(key_hash) = 32)
);

-- OpenID Connect provider ---------------------------------------------------------------------------------------------

-- All models of the provider (sessions, grants, codes, refresh tokens ...) and the console's own sessions. Ids are
-- bearer secrets and therefore kept as hashes; a payload that repeats one is sealed.
CREATE TABLE oidc_records (
  model text NOT NULL,
  id_hash bytea NOT NULL,
  payload jsonb,
  sealed_payload text,
  grant_id text,
  user_code_hash bytea,
  uid text,
  account_id uuid,
  client_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  consumed_at timestamptz,
  expires_at timestamptz,
  CONSTRAINT oidc_records_pkey PRIMARY KEY (model, id_hash),
  CONSTRAINT oidc_records_account_fkey FOREIGN KEY (account_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT oidc_records_client_fkey FOREIGN KEY (client_id) REFERENCES applications (id) ON DELETE CASCADE,
  CONSTRAINT oidc_records_model_length CHECK (char_length(model) BETWEEN 1 AND 50),
  CONSTRAINT oidc_records_id_length CHECK (octet_length(id_hash) = 32),
  CONSTRAINT oidc_records_payload CHECK (num_nonnulls(payload, sealed_payload) = 1)
);

CREATE UNIQUE INDEX oidc_records_uid ON oidc_records (model, uid) WHERE uid IS NOT NULL;
CREATE UNIQUE INDEX oidc_records_user_code ON oidc_records (model, user_code_hash) WHERE user_code_hash IS NOT NULL;
CREATE INDEX oidc_records_grant ON oidc_records (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oidc_records_account ON oidc_records (account_id, model) WHERE account_id IS NOT NULL;
CREATE INDEX oidc_records_client ON oidc_records (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX oidc_records_expires_at ON oidc_records (expires_at) WHERE expires_at IS NOT NULL;

-- A key is published before it signs, and verifies after it has stopped signing until its tokens are dead.
CREATE TABLE signing_keys (
  -- The `kid`.
  id text NOT NULL,
  algorithm text NOT NULL,
  state text NOT NULL,
  public_jwk jsonb NOT NULL,
  sealed_private_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  activated_at timestamptz,
  retired_at timestamptz,
  -- From here on it verifies nothing and may be deleted.
  verifies_until timestamptz,
  CONSTRAINT signing_keys_pkey PRIMARY KEY (id),
  CONSTRAINT signing_keys_id_length CHECK (char_length(id) BETWEEN 1 AND 100),
  CONSTRAINT signing_keys_algorithm CHECK (algorithm IN ('ES256', 'RS256')),
  CONSTRAINT signing_keys_state CHECK (state IN ('upcoming', 'active', 'retired')),
  CONSTRAINT signing_keys_dates CHECK (
    CASE state
      WHEN 'upcoming' THEN activated_at IS NULL AND retired_at IS NULL
      WHEN 'active' THEN activated_at IS NOT NULL AND retired_at IS NULL
      ELSE retired_at IS NOT NULL AND verifies_until IS NOT NULL
    END
  )
);

CREATE UNIQUE INDEX signing_keys_one_active ON signing_keys (algorithm) WHERE state = 'active';
