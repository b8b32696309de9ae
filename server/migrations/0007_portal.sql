-- The portal shows owners the audit log of their project, newest first.
CREATE INDEX audit_log_project ON audit_log (project_id, id) WHERE project_id IS NOT NULL;
