-- A service gets its parent from its own `parentServiceId` or from the parent's `childServiceIds`. Whoever said so may take
-- it back; the other side's silence, or its empty default, changes nothing (contract A10, A19).
ALTER TABLE services ADD COLUMN parent_listed boolean NOT NULL DEFAULT false;
ALTER TABLE services ADD CONSTRAINT services_parent_listed CHECK (NOT parent_listed OR parent_service_id IS NOT NULL);
