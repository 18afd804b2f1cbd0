-- Who sees to an address. Empty: nobody.
ALTER TABLE monitored_address ADD COLUMN owner_id uuid REFERENCES account ON DELETE SET NULL;
CREATE INDEX monitored_address_owner ON monitored_address (owner_id) WHERE owner_id IS NOT NULL;
ALTER TABLE removed_address ADD COLUMN owner_id uuid REFERENCES account ON DELETE SET NULL;
CREATE INDEX removed_address_owner ON removed_address (owner_id) WHERE owner_id IS NOT NULL;
