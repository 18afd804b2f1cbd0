-- Whether somebody told the day of the leaks of a file. Where nobody did, `leaked_on` and the days of sightings without one of their
-- own are the day of the import, which is no day of a leak.
ALTER TABLE import ADD COLUMN day_told boolean NOT NULL DEFAULT true;
