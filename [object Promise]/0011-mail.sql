-- The queue of mails. Each process of the API takes mails from it, one at a time.
CREATE TABLE mail (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Names the mail in logs and lists, where its recipient has no place.
  kind text NOT NULL,
  recipient text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  -- JSON. Empty once the mail has been sent or given up: a link in it may open an account.
  body text,
  -- Mails with the same key are one mail.
  once_key text COLLATE "C" UNIQUE,
  added_at timestamptz NOT NULL,
  -- The next attempt. While a process is at it, the time from which another one may take the mail over.
  due_at timestamptz NOT NULL,
  -- Given up from then on.
  expires_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('sent', 'refused', 'expired')),
  -- A code, never the server's text: it may repeat the address.
  last_failure text,
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX mail_due ON mail (due_at) WHERE ended_at IS NULL;
CREATE INDEX mail_ended ON mail (ended_at) WHERE ended_at IS NOT NULL;
