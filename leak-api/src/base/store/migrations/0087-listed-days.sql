-- Addresses that the list of a day has: its counts cost the same with ten addresses as with 100,000.
ALTER TABLE organisation_total ADD COLUMN listed integer NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION keep_organisation_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO organisation_total AS kept (organisation_id, revision, shown, waiting, listed, leaks, passwords, closed_leaks, closed_passwords)
    SELECT organisation_id, 1, count(*) FILTER (WHERE watched OR NOT by_domain), count(*) FILTER (WHERE NOT watched AND NOT by_domain),
      count(*) FILTER (WHERE watched AND leaks > 0), sum(leaks), sum(passwords), sum(closed_leaks), sum(closed_passwords)
    FROM added GROUP BY organisation_id ORDER BY organisation_id
    ON CONFLICT (organisation_id) DO UPDATE SET revision = kept.revision + 1, shown = kept.shown + excluded.shown,
      waiting = kept.waiting + excluded.waiting, listed = kept.listed + excluded.listed, leaks = kept.leaks + excluded.leaks,
      passwords = kept.passwords + excluded.passwords, closed_leaks = kept.closed_leaks + excluded.closed_leaks,
      closed_passwords = kept.closed_passwords + excluded.closed_passwords;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE organisation_total AS kept SET revision = kept.revision + 1, shown = kept.shown + moved.shown,
      waiting = kept.waiting + moved.waiting, listed = kept.listed + moved.listed, leaks = kept.leaks + moved.leaks,
      passwords = kept.passwords + moved.passwords, closed_leaks = kept.closed_leaks + moved.closed_leaks,
      closed_passwords = kept.closed_passwords + moved.closed_passwords
    FROM (
      SELECT organisation_id, sum(sign * (watched OR NOT by_domain)::int) AS shown,
        sum(sign * (NOT watched AND NOT by_domain)::int) AS waiting, sum(sign * (watched AND leaks > 0)::int) AS listed,
        sum(sign * leaks) AS leaks, sum(sign * passwords) AS passwords,
        sum(sign * closed_leaks) AS closed_leaks, sum(sign * closed_passwords) AS closed_passwords
      FROM (SELECT 1 AS sign, added.* FROM added UNION ALL SELECT -1, gone.* FROM gone) AS each
      GROUP BY organisation_id
    ) AS moved
    WHERE kept.organisation_id = moved.organisation_id;
  ELSE
    -- The organisation itself may be gone.
    UPDATE organisation_total AS kept SET revision = kept.revision + 1, shown = kept.shown - lost.shown,
      waiting = kept.waiting - lost.waiting, listed = kept.listed - lost.listed, leaks = kept.leaks - lost.leaks,
      passwords = kept.passwords - lost.passwords, closed_leaks = kept.closed_leaks - lost.closed_leaks,
      closed_passwords = kept.closed_passwords - lost.closed_passwords
    FROM (
      SELECT organisation_id, count(*) FILTER (WHERE watched OR NOT by_domain) AS shown,
        count(*) FILTER (WHERE NOT watched AND NOT by_domain) AS waiting, count(*) FILTER (WHERE watched AND leaks > 0) AS listed,
        sum(leaks) AS leaks, sum(passwords) AS passwords, sum(closed_leaks) AS closed_leaks, sum(closed_passwords) AS closed_passwords
      FROM gone GROUP BY organisation_id
    ) AS lost
    WHERE kept.organisation_id = lost.organisation_id;
  END IF;
  RETURN NULL;
END
$$;

-- Made anew, because that waits for writers: none counts without the new number after the sums below.
CREATE OR REPLACE TRIGGER organisation_totals_of_changed AFTER UPDATE ON monitored_address
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_organisation_totals();

UPDATE organisation_total SET listed = counted.listed
FROM (SELECT organisation_id, count(*) AS listed FROM monitored_address WHERE watched AND leaks > 0 GROUP BY organisation_id) AS counted
WHERE counted.organisation_id = organisation_total.organisation_id;

-- The reports of an address around a day.
CREATE INDEX report_address ON report (organisation_id, address, day, serial);
