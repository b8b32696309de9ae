-- People, companies, tenants, projects and what proves who somebody is.
-- `*_key` columns are the lower-case form in byte order: they make names unique and searchable by prefix without regard
-- to case, and give lists an order (key, id) that pages can continue from at the same cost on every page.

CREATE TABLE tenants (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
  description text NOT NULL DEFAULT '',
  second_factor_required boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deactivated_at timestamptz,
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT tenants_pkey PRIMARY KEY (id),
  CONSTRAINT tenants_name_unique UNIQUE (name_key),
  CONSTRAINT tenants_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  CONSTRAINT tenants_description_length CHECK (char_length(description) <= 2000)
);

-- The system tenant: where people and things stand that belong to no other.
INSERT INTO tenants (id, name) VALUES ('00000000-0000-0000-0000-000000000000', 'System');

CREATE TABLE companies (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  tenant_type text,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
  description text NOT NULL DEFAULT '',
  url text,
  address_lines text[] NOT NULL DEFAULT '{}',
  city text,
  zip_code text,
  country text,
  country_code text,
  customer_id text,
  internal_id text,
  vat text,
  email text,
  -- Mail domains in lower case.
  domains text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT companies_pkey PRIMARY KEY (id),
  CONSTRAINT companies_id_tenant_unique UNIQUE (id, tenant_id),
  CONSTRAINT companies_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE RESTRICT,
  CONSTRAINT companies_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  CONSTRAINT companies_tenant_type_length CHECK (char_length(tenant_type) BETWEEN 1 AND 50),
  CONSTRAINT companies_description_length CHECK (char_length(description) <= 2000),
  CONSTRAINT companies_url_length CHECK (char_length(url) <= 2048),
  CONSTRAINT companies_address_lines_count CHECK (cardinality(address_lines) <= 10),
  CONSTRAINT companies_domains_count CHECK (cardinality(domains) <= 100),
  CONSTRAINT companies_country_code_form CHECK (country_code ~ '^[A-Z]{2,3}$'),
  CONSTRAINT companies_text_lengths CHECK (
    char_length(city) <= 200 AND char_length(zip_code) <= 50 AND char_length(country) <= 200
    AND char_length(customer_id) <= 200 AND char_length(internal_id) <= 200 AND char_length(vat) <= 50
    AND char_length(email) <= 320
  )
);

CREATE INDEX companies_tenant_name ON companies (tenant_id, name_key, id);
CREATE INDEX companies_tenant_customer ON companies (tenant_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX companies_domains ON companies USING gin (domains);

-- One account of one person in one tenant. The same e-mail may have an account in several tenants (contract B12).
CREATE TABLE users (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  email text NOT NULL,
  email_key text COLLATE "C" GENERATED ALWAYS AS (lower(email)) STORED NOT NULL,
  email_verified_at timestamptz,
  phone text,
  phone_verified_at timestamptz,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  display_name text NOT NULL,
  display_name_key text COLLATE "C" GENERATED ALWAYS AS (lower(display_name)) STORED NOT NULL,
  language text,
  country_code text,
  -- Kept by the tenant's own identity provider, not by us.
  managed_account boolean NOT NULL DEFAULT false,
  access_hub_enabled boolean NOT NULL DEFAULT false,
  second_factor_required boolean NOT NULL DEFAULT false,
  activated_at timestamptz,
  -- When an account that nobody activated is deleted; moved on by each new invitation.
  activation_deadline timestamptz,
  deactivated_at timestamptz,
  last_sign_in_at timestamptz,
  -- Counts what ends all sessions and tokens: new password, deactivation, sign-out everywhere.
  credentials_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_id_tenant_unique UNIQUE (id, tenant_id),
  CONSTRAINT users_email_unique UNIQUE (tenant_id, email_key),
  CONSTRAINT users_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE RESTRICT,
  CONSTRAINT users_email_form CHECK (char_length(email) <= 320 AND email ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  CONSTRAINT users_phone_length CHECK (char_length(phone) BETWEEN 1 AND 50),
  CONSTRAINT users_phone_verified CHECK (phone IS NOT NULL OR phone_verified_at IS NULL),
  CONSTRAINT users_name_lengths CHECK (
    char_length(first_name) <= 100 AND char_length(last_name) <= 100 AND char_length(display_name) BETWEEN 1 AND 320
  ),
  CONSTRAINT users_language_length CHECK (char_length(language) BETWEEN 1 AND 35),
  CONSTRAINT users_country_code_form CHECK (country_code ~ '^[A-Z]{2,3}$'),
  CONSTRAINT users_activation CHECK ((activated_at IS NULL) = (activation_deadline IS NOT NULL))
);

CREATE INDEX users_tenant_display_name ON users (tenant_id, display_name_key, id);
-- The order of a list over all tenants, for platform administrators.
CREATE INDEX users_display_name ON users (display_name_key, id);
-- All accounts of an e-mail, whatever the tenant; also the search by the beginning of an address over all tenants.
CREATE INDEX users_email ON users (email_key, id);
CREATE INDEX users_tenant_first_name ON users (tenant_id, lower(first_name) text_pattern_ops);
CREATE INDEX users_tenant_last_name ON users (tenant_id, lower(last_name) text_pattern_ops);
CREATE INDEX users_activation_deadline ON users (activation_deadline) WHERE activated_at IS NULL;

CREATE TABLE company_memberships (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Ties company and user to one tenant.
  tenant_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'member',
  administrator boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT company_memberships_pkey PRIMARY KEY (company_id, user_id),
  CONSTRAINT company_memberships_company_fkey FOREIGN KEY (company_id, tenant_id)
    REFERENCES companies (id, tenant_id) ON DELETE CASCADE,
  CONSTRAINT company_memberships_user_fkey FOREIGN KEY (user_id, tenant_id)
    REFERENCES users (id, tenant_id) ON DELETE CASCADE,
  CONSTRAINT company_memberships_state CHECK (state IN ('requested', 'member')),
  CONSTRAINT company_memberships_administrator CHECK (NOT administrator OR state = 'member')
);

CREATE INDEX company_memberships_company ON company_memberships (company_id, state);
CREATE INDEX company_memberships_user ON company_memberships (user_id, state);
CREATE INDEX company_memberships_administrators ON company_memberships (company_id) WHERE administrator;

CREATE TABLE profile_pictures (
  user_id uuid NOT NULL,
  media_type text NOT NULL,
  image bytea NOT NULL,
  sha256 bytea NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT profile_pictures_pkey PRIMARY KEY (user_id),
  CONSTRAINT profile_pictures_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT profile_pictures_media_type CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
  CONSTRAINT profile_pictures_size CHECK (octet_length(image) BETWEEN 1 AND 2097152),
  CONSTRAINT profile_pictures_sha256_length CHECK (octet_length(sha256) = 32)
);

-- Pictures are compressed already.
ALTER TABLE profile_pictures ALTER COLUMN image SET STORAGE EXTERNAL;

CREATE TABLE user_platform_roles (
  user_id uuid NOT NULL,
  role text NOT NULL,
  granted_at timestamptz NOT NULL DEFAULT now(),
  granted_by uuid,
  CONSTRAINT user_platform_roles_pkey PRIMARY KEY (user_id, role),
  CONSTRAINT user_platform_roles_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT user_platform_roles_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT user_platform_roles_role CHECK (role IN ('administrator', 'directoryReader'))
);

CREATE INDEX user_platform_roles_role ON user_platform_roles (role, user_id);
CREATE INDEX user_platform_roles_granted_by ON user_platform_roles (granted_by);

-- What a person signs in with ---------------------------------------------------------------------------------------

CREATE TABLE password_credentials (
  user_id uuid NOT NULL,
  -- argon2id in the PHC string form.
  password_hash text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- True for a password that somebody else chose: it opens only the page that changes it.
  must_change boolean NOT NULL DEFAULT false,
  CONSTRAINT password_credentials_pkey PRIMARY KEY (user_id),
  CONSTRAINT password_credentials_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT password_credentials_form CHECK (password_hash LIKE '$argon2id$%' AND char_length(password_hash) <= 512)
);

CREATE TABLE totp_credentials (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  sealed_secret text NOT NULL,
  -- Null until the first code has been shown to be right.
  confirmed_at timestamptz,
  -- The time step of the last code used: a code opens once.
  last_used_step bigint,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT totp_credentials_pkey PRIMARY KEY (id),
  CONSTRAINT totp_credentials_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX totp_credentials_one_confirmed ON totp_credentials (user_id) WHERE confirmed_at IS NOT NULL;
CREATE UNIQUE INDEX totp_credentials_one_pending ON totp_credentials (user_id) WHERE confirmed_at IS NULL;
CREATE INDEX totp_credentials_user ON totp_credentials (user_id);

CREATE TABLE recovery_codes (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (id),
  CONSTRAINT recovery_codes_hash_unique UNIQUE (user_id, code_hash),
  CONSTRAINT recovery_codes_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_hash_length CHECK (octet_length(code_hash) = 32)
);

CREATE TABLE passkeys (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  name text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  aaguid uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_unique UNIQUE (credential_id),
  CONSTRAINT passkeys_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT passkeys_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
  CONSTRAINT passkeys_credential_length CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  CONSTRAINT passkeys_public_key_length CHECK (octet_length(public_key) BETWEEN 1 AND 4096),
  CONSTRAINT passkeys_device_type CHECK (device_type IN ('singleDevice', 'multiDevice'))
);

CREATE INDEX passkeys_user ON passkeys (user_id);

-- Links that we mail: random enough that a plain hash hides them.
CREATE TABLE action_tokens (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  token_hash bytea NOT NULL,
  -- The e-mail or phone number that the token proves or will put in place.
  address text,
  -- What the page needs to go on: return address, service, contact. Never a secret.
  context jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT action_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT action_tokens_hash_unique UNIQUE (token_hash),
  CONSTRAINT action_tokens_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT action_tokens_purpose CHECK (purpose IN ('activation', 'passwordReset', 'addressChange')),
  CONSTRAINT action_tokens_hash_length CHECK (octet_length(token_hash) = 32),
  CONSTRAINT action_tokens_address_length CHECK (char_length(address) <= 320)
);

CREATE INDEX action_tokens_user ON action_tokens (user_id, purpose);
CREATE INDEX action_tokens_expires_at ON action_tokens (expires_at);

-- Six digits that we mail (contract B13): kept as an HMAC under a key outside the database, bound to the row's id.
CREATE TABLE one_time_codes (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  code_hash bytea NOT NULL,
  address text,
  context jsonb NOT NULL DEFAULT '{}',
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT one_time_codes_pkey PRIMARY KEY (id),
  CONSTRAINT one_time_codes_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT one_time_codes_purpose CHECK (
    purpose IN ('activation', 'signIn', 'passwordReset', 'emailChange', 'phoneChange')
  ),
  CONSTRAINT one_time_codes_hash_length CHECK (octet_length(code_hash) = 32),
  CONSTRAINT one_time_codes_tries CHECK (tries BETWEEN 0 AND 5),
  CONSTRAINT one_time_codes_address_length CHECK (char_length(address) <= 320)
);

-- A new code replaces the one before it.
CREATE UNIQUE INDEX one_time_codes_one_open ON one_time_codes (user_id, purpose) WHERE used_at IS NULL;
CREATE INDEX one_time_codes_user ON one_time_codes (user_id);
CREATE INDEX one_time_codes_expires_at ON one_time_codes (expires_at);

-- Failed tries by account (also of accounts that do not exist, so that nobody can tell) and by network address.
CREATE TABLE sign_in_throttles (
  kind text NOT NULL,
  subject_hash bytea NOT NULL,
  failures integer NOT NULL,
  window_started_at timestamptz NOT NULL DEFAULT now(),
  blocked_until timestamptz,
  expires_at timestamptz NOT NULL,
  CONSTRAINT sign_in_throttles_pkey PRIMARY KEY (kind, subject_hash),
  CONSTRAINT sign_in_throttles_kind CHECK (kind IN ('account', 'address')),
  CONSTRAINT sign_in_throttles_hash_length CHECK (octet_length(subject_hash) = 32),
  CONSTRAINT sign_in_throttles_failures CHECK (failures >= 0)
);

CREATE INDEX sign_in_throttles_expires_at ON sign_in_throttles (expires_at);

-- A tenant whose people sign in at an OpenID Connect issuer of their own.
CREATE TABLE tenant_federations (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  sealed_client_secret text,
  scopes text[] NOT NULL DEFAULT '{openid,profile,email}',
  -- Our field -> the issuer's claim, where it differs from the usual one.
  claim_mapping jsonb NOT NULL DEFAULT '{}',
  -- Mail domains, in lower case, whose people are sent there.
  domains text[] NOT NULL DEFAULT '{}',
  create_users boolean NOT NULL DEFAULT true,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT tenant_federations_pkey PRIMARY KEY (id),
  CONSTRAINT tenant_federations_id_tenant_unique UNIQUE (id, tenant_id),
  CONSTRAINT tenant_federations_issuer_unique UNIQUE (tenant_id, issuer, client_id),
  CONSTRAINT tenant_federations_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE,
  CONSTRAINT tenant_federations_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
  CONSTRAINT tenant_federations_issuer_length CHECK (char_length(issuer) BETWEEN 1 AND 2048),
  CONSTRAINT tenant_federations_client_id_length CHECK (char_length(client_id) BETWEEN 1 AND 255)
);

CREATE INDEX tenant_federations_domains ON tenant_federations USING gin (domains);

CREATE TABLE federated_identities (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  federation_id uuid NOT NULL,
  user_id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  subject text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  CONSTRAINT federated_identities_pkey PRIMARY KEY (id),
  CONSTRAINT federated_identities_subject_unique UNIQUE (federation_id, subject),
  CONSTRAINT federated_identities_federation_fkey FOREIGN KEY (federation_id, tenant_id)
    REFERENCES tenant_federations (id, tenant_id) ON DELETE CASCADE,
  CONSTRAINT federated_identities_user_fkey FOREIGN KEY (user_id, tenant_id)
    REFERENCES users (id, tenant_id) ON DELETE CASCADE,
  CONSTRAINT federated_identities_subject_length CHECK (char_length(subject) BETWEEN 1 AND 512)
);

CREATE INDEX federated_identities_user ON federated_identities (user_id, tenant_id);

-- Terms of use --------------------------------------------------------------------------------------------------------

CREATE TABLE terms_documents (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Null: the terms of the platform. Tied to the service when services exist, in the next step.
  service_id uuid,
  version integer NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  -- Null while it is a draft; what has been published never changes.
  published_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid,
  CONSTRAINT terms_documents_pkey PRIMARY KEY (id),
  CONSTRAINT terms_documents_version_unique UNIQUE NULLS NOT DISTINCT (service_id, version),
  CONSTRAINT terms_documents_created_by_fkey FOREIGN KEY (created_by) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT terms_documents_version CHECK (version >= 1),
  CONSTRAINT terms_documents_title_length CHECK (char_length(title) BETWEEN 1 AND 200),
  CONSTRAINT terms_documents_content_length CHECK (char_length(content) BETWEEN 1 AND 200000)
);

CREATE INDEX terms_documents_created_by ON terms_documents (created_by);

CREATE TABLE terms_acceptances (
  user_id uuid NOT NULL,
  terms_id uuid NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT terms_acceptances_pkey PRIMARY KEY (user_id, terms_id),
  CONSTRAINT terms_acceptances_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT terms_acceptances_terms_fkey FOREIGN KEY (terms_id) REFERENCES terms_documents (id) ON DELETE CASCADE
);

CREATE INDEX terms_acceptances_terms ON terms_acceptances (terms_id);

-- Projects --------------------------------------------------------------------------------------------------------

CREATE TABLE projects (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
  description text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT projects_pkey PRIMARY KEY (id),
  CONSTRAINT projects_id_tenant_unique UNIQUE (id, tenant_id),
  CONSTRAINT projects_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE RESTRICT,
  CONSTRAINT projects_created_by_fkey FOREIGN KEY (created_by) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT projects_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  CONSTRAINT projects_description_length CHECK (char_length(description) <= 2000)
);

CREATE INDEX projects_tenant_name ON projects (tenant_id, name_key, id);
CREATE INDEX projects_name ON projects (name_key, id);
CREATE INDEX projects_created_by ON projects (created_by);

CREATE TABLE project_members (
  project_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Ties project and member to one tenant.
  tenant_id uuid NOT NULL,
  role text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT project_members_pkey PRIMARY KEY (project_id, user_id),
  CONSTRAINT project_members_project_fkey FOREIGN KEY (project_id, tenant_id)
    REFERENCES projects (id, tenant_id) ON DELETE CASCADE,
  CONSTRAINT project_members_user_fkey FOREIGN KEY (user_id, tenant_id)
    REFERENCES users (id, tenant_id) ON DELETE CASCADE,
  CONSTRAINT project_members_role CHECK (role IN ('owner', 'contributor', 'reader'))
);

CREATE INDEX project_members_user ON project_members (user_id, tenant_id);

-- An outside OpenID Connect issuer whose jobs may act for the project without a stored secret.
CREATE TABLE project_trusted_issuers (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  project_id uuid NOT NULL,
  name text NOT NULL,
  issuer text NOT NULL,
  audience text NOT NULL,
  -- `*` stands for any characters, everything else for itself.
  subject_pattern text NOT NULL,
  token_seconds integer NOT NULL DEFAULT 900,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  CONSTRAINT project_trusted_issuers_pkey PRIMARY KEY (id),
  CONSTRAINT project_trusted_issuers_id_project_unique UNIQUE (id, project_id),
  CONSTRAINT project_trusted_issuers_rule_unique UNIQUE (project_id, issuer, audience, subject_pattern),
  CONSTRAINT project_trusted_issuers_project_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE,
  CONSTRAINT project_trusted_issuers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT project_trusted_issuers_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
  CONSTRAINT project_trusted_issuers_rule_lengths CHECK (
    char_length(issuer) BETWEEN 1 AND 2048 AND char_length(audience) BETWEEN 1 AND 512
    AND char_length(subject_pattern) BETWEEN 1 AND 512
  ),
  CONSTRAINT project_trusted_issuers_token_seconds CHECK (token_seconds BETWEEN 60 AND 3600)
);

CREATE INDEX project_trusted_issuers_created_by ON project_trusted_issuers (created_by);

CREATE TABLE automation_tokens (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  project_id uuid NOT NULL,
  name text NOT NULL,
  token_hash bytea NOT NULL,
  -- The first characters, by which people recognise a token in a list.
  token_start text NOT NULL,
  -- Set on a short-lived token that an outside job got for its own identity token.
  trusted_issuer_id uuid,
  external_subject text,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoked_by uuid,
  last_used_at timestamptz,
  CONSTRAINT automation_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT automation_tokens_hash_unique UNIQUE (token_hash),
  CONSTRAINT automation_tokens_project_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE,
  CONSTRAINT automation_tokens_trusted_issuer_fkey FOREIGN KEY (trusted_issuer_id, project_id)
    REFERENCES project_trusted_issuers (id, project_id) ON DELETE CASCADE,
  CONSTRAINT automation_tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT automation_tokens_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT automation_tokens_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
  CONSTRAINT automation_tokens_start_length CHECK (char_length(token_start) BETWEEN 1 AND 24),
  CONSTRAINT automation_tokens_hash_length CHECK (octet_length(token_hash) = 32),
  CONSTRAINT automation_tokens_external CHECK ((trusted_issuer_id IS NULL) = (external_subject IS NULL)),
  CONSTRAINT automation_tokens_external_subject_length CHECK (char_length(external_subject) <= 512),
  CONSTRAINT automation_tokens_life CHECK (expires_at > created_at)
);

CREATE INDEX automation_tokens_project ON automation_tokens (project_id, created_at, id);
CREATE INDEX automation_tokens_trusted_issuer ON automation_tokens (trusted_issuer_id, project_id)
  WHERE trusted_issuer_id IS NOT NULL;
CREATE INDEX automation_tokens_created_by ON automation_tokens (created_by);
CREATE INDEX automation_tokens_revoked_by ON automation_tokens (revoked_by) WHERE revoked_by IS NOT NULL;
CREATE INDEX automation_tokens_expires_at ON automation_tokens (expires_at);
