-- When a person's credentials last changed in a way that ends what was issued before: a new password, sign-out everywhere,
-- deactivation. Sessions and refresh tokens from before that moment are void, whoever forgot to delete them.

ALTER TABLE users ADD COLUMN credentials_changed_at timestamptz NOT NULL DEFAULT now();

CREATE FUNCTION note_credentials_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.credentials_changed_at := clock_timestamp();
  RETURN NEW;
END
$$;

CREATE TRIGGER users_note_credentials_change BEFORE UPDATE OF credentials_version ON users
  FOR EACH ROW WHEN (NEW.credentials_version <> OLD.credentials_version)
  EXECUTE FUNCTION note_credentials_change();
