-- The address whose addition made the run; empty for a run after an import. A token that does not reach the address
-- does not see the run. Additions of a process of the version before, which may still run, are left empty.
ALTER TABLE analysis ADD COLUMN added text COLLATE "C";

UPDATE analysis SET added = monitored_address.address
FROM monitored_address
WHERE monitored_address.organisation_id = analysis.organisation_id AND added_at = ran_at;
