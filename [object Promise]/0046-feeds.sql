-- The name of an organisation in what other systems keep of it: ids of STIX and MISP are made of it. Its number would tell how
-- many organisations there are.
ALTER TABLE organisation ADD COLUMN feed_id uuid NOT NULL DEFAULT gen_random_uuid();

-- SIEMs that the operator has findings or the audit log of an organisation sent to: CEF in syslog over TLS.
CREATE TABLE siem (
  -- The key as whom it reads: its limits hold, and it ends when the key is revoked.
  key_id uuid PRIMARY KEY REFERENCES api_key ON DELETE CASCADE,
  feed text NOT NULL CHECK (feed IN ('findings', 'audit')),
  host text NOT NULL,
  port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  -- The name that the receiver's certificate has. Empty: that of the host.
  server_name text,
  -- PEM. Empty: the certificates that the system trusts.
  authorities text,
  -- Certificate and key of ours, where the receiver asks for them; the key encrypted with one that is not in the database.
  certificate text,
  private_key bytea,
  -- The receiver has read all up to here.
  cursor bigint NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  -- While a process is sending, the time from which another one may go on.
  sending_until timestamptz,
  sent_at timestamptz,
  -- Attempts that failed since the last that did not, and the code of the last one.
  failures integer NOT NULL DEFAULT 0,
  last_failure text,
  CHECK ((certificate IS NULL) = (private_key IS NULL))
);
CREATE INDEX siem_due ON siem (due_at);
