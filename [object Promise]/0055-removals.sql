-- Addresses that were removed together, and who removed them. Empty: nobody that is still here, or it was not kept then.
ALTER TABLE removed_address
  ADD COLUMN removal_id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN removed_by uuid REFERENCES account ON DELETE SET NULL;
UPDATE removed_address SET removal_id = md5(organisation_id::text || ' ' || removed_at::text)::uuid;
CREATE INDEX removed_address_of ON removed_address (organisation_id, address);
CREATE INDEX removed_address_by ON removed_address (removed_by) WHERE removed_by IS NOT NULL;
