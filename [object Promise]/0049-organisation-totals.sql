-- The sums of an organisation's addresses, so that its totals cost the same with ten addresses as with 100,000.
CREATE TABLE organisation_total (
  organisation_id bigint PRIMARY KEY REFERENCES organisation ON DELETE CASCADE,
  -- Raised by each statement that adds, changes or removes an address of it.
  revision bigint NOT NULL DEFAULT 0,
  -- Addresses that people see, and those of them that wait for their owner's yes.
  shown integer NOT NULL DEFAULT 0,
  waiting integer NOT NULL DEFAULT 0,
  leaks bigint NOT NULL DEFAULT 0,
  passwords bigint NOT NULL DEFAULT 0,
  closed_leaks bigint NOT NULL DEFAULT 0,
  closed_passwords bigint NOT NULL DEFAULT 0
);

CREATE FUNCTION keep_organisation_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO organisation_total AS kept
    SELECT organisation_id, 1, count(*) FILTER (WHERE watched OR NOT by_domain), count(*) FILTER (WHERE NOT watched AND NOT by_domain),
      sum(leaks), sum(passwords), sum(closed_leaks), sum(closed_passwords)
    FROM added GROUP BY organisation_id ORDER BY organisation_id
    ON CONFLICT (organisation_id) DO UPDATE SET revision = kept.revision + 1, shown = kept.shown + excluded.shown,
      waiting = kept.waiting + excluded.waiting, leaks = kept.leaks + excluded.leaks, passwords = kept.passwords + excluded.passwords,
      closed_leaks = kept.closed_leaks + excluded.closed_leaks, closed_passwords = kept.closed_passwords + excluded.closed_passwords;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE organisation_total AS kept SET revision = kept.revision + 1, shown = kept.shown + moved.shown,
      waiting = kept.waiting + moved.waiting, leaks = kept.leaks + moved.leaks, passwords = kept.passwords + moved.passwords,
      closed_leaks = kept.closed_leaks + moved.closed_leaks, closed_passwords = kept.closed_passwords + moved.closed_passwords
    FROM (
      SELECT organisation_id, sum(sign * (watched OR NOT by_domain)::int) AS shown,
        sum(sign * (NOT watched AND NOT by_domain)::int) AS waiting, sum(sign * leaks) AS leaks, sum(sign * passwords) AS passwords,
        sum(sign * closed_leaks) AS closed_leaks, sum(sign * closed_passwords) AS closed_passwords
      FROM (SELECT 1 AS sign, added.* FROM added UNION ALL SELECT -1, gone.* FROM gone) AS each
      GROUP BY organisation_id
    ) AS moved
    WHERE kept.organisation_id = moved.organisation_id;
  ELSE
    -- The organisation itself may be gone.
    UPDATE organisation_total AS kept SET revision = kept.revision + 1, shown = kept.shown - lost.shown,
      waiting = kept.waiting - lost.waiting, leaks = kept.leaks - lost.leaks, passwords = kept.passwords - lost.passwords,
      closed_leaks = kept.closed_leaks - lost.closed_leaks, closed_passwords = kept.closed_passwords - lost.closed_passwords
    FROM (
      SELECT organisation_id, count(*) FILTER (WHERE watched OR NOT by_domain) AS shown,
        count(*) FILTER (WHERE NOT watched AND NOT by_domain) AS waiting, sum(leaks) AS leaks, sum(passwords) AS passwords,
        sum(closed_leaks) AS closed_leaks, sum(closed_passwords) AS closed_passwords
      FROM gone GROUP BY organisation_id
    ) AS lost
    WHERE kept.organisation_id = lost.organisation_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER organisation_totals_of_added AFTER INSERT ON monitored_address
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_organisation_totals();
CREATE TRIGGER organisation_totals_of_changed AFTER UPDATE ON monitored_address
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_organisation_totals();
CREATE TRIGGER organisation_totals_of_gone AFTER DELETE ON monitored_address
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_organisation_totals();

INSERT INTO organisation_total
SELECT organisation_id, 1, count(*) FILTER (WHERE watched OR NOT by_domain), count(*) FILTER (WHERE NOT watched AND NOT by_domain),
  sum(leaks), sum(passwords), sum(closed_leaks), sum(closed_passwords)
FROM monitored_address GROUP BY organisation_id;

-- As the lists are sorted; those of leaks, passwords and days added are there.
CREATE INDEX monitored_address_severity ON monitored_address (organisation_id, severity DESC NULLS LAST, address);
CREATE INDEX monitored_address_seen ON monitored_address (organisation_id, last_seen DESC NULLS LAST, address);
