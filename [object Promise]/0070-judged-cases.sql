-- The points of each case of an address, by its source, as two arrays in the order of the sources' names: the list of cases is
-- sorted by them, also where nobody has touched a case (leak_case has a row for the others alone).
ALTER TABLE monitored_address ADD COLUMN case_sources text[], ADD COLUMN case_severities smallint[];

-- Addresses of before are judged by the next start of the API; until then their cases are sorted by the points of the address.
UPDATE monitored_address SET judged_until = '-infinity' WHERE leaks > 0;
