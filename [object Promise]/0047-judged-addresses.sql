-- What the lists of addresses and cases are sorted and filtered by: the rule is src/exposure/severity.ts, which judges an
-- address whenever its numbers are counted.
ALTER TABLE monitored_address
  -- Points of its most severe finding, and the last day of any. Empty: nothing was found.
  ADD COLUMN severity smallint,
  ADD COLUMN last_seen date,
  -- The end of the import that brought its newest source, and the moment from which anything of it has been told.
  ADD COLUMN found_at timestamptz,
  ADD COLUMN told_since timestamptz,
  -- The last day on which the points hold: findings age. Empty: they hold for good.
  ADD COLUMN judged_until date;
-- Points of its source.
ALTER TABLE leak_case ADD COLUMN severity smallint;

-- Addresses of before are judged by the next start of the API.
UPDATE monitored_address SET judged_until = '-infinity', told_since = added_at WHERE leaks > 0;
CREATE INDEX monitored_address_due ON monitored_address (judged_until) WHERE judged_until IS NOT NULL;
