-- The first day of each case of an address, which reports tell. The arrays of cases now have the worst case first, and of equal
-- ones the newest.
ALTER TABLE monitored_address ADD COLUMN case_days date[];
DROP INDEX monitored_address_severity;
CREATE INDEX monitored_address_severity ON monitored_address
  (organisation_id, severity DESC NULLS LAST, (case_since[1]) DESC NULLS LAST, address);
-- As 0076: the API judges addresses of before.
DROP INDEX monitored_address_unjudged;
CREATE INDEX monitored_address_unjudged ON monitored_address (organisation_id) WHERE leaks > 0 AND case_days IS NULL;
-- Room for a further version of each row on its page: what a report tells changes no index then.
ALTER TABLE monitored_address SET (fillfactor = 50);
COMMENT ON VIEW counted_address IS 'Read by older versions alone';
-- The run of a report goes with its organisation.
ALTER TABLE report DROP CONSTRAINT report_organisation_id_fkey;
