-- Of each case of an address, in the order of `case_sources`: the instant from which it is known here, and the number of its
-- passwords in clear. The list of cases is sorted by the first, and the list of sources adds up the second.
ALTER TABLE monitored_address ADD COLUMN case_since timestamptz[], ADD COLUMN case_passwords integer[];

-- Addresses that have not been judged since: the API judges them, also while a server of the last release runs beside it.
CREATE INDEX monitored_address_unjudged ON monitored_address (organisation_id) WHERE leaks > 0 AND case_since IS NULL;
