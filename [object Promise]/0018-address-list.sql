-- The list of addresses: pages in each order, labels, and removals that can be taken back.
CREATE INDEX monitored_address_leaks ON monitored_address (organisation_id, leaks DESC, address);
CREATE INDEX monitored_address_passwords ON monitored_address (organisation_id, passwords DESC, address);
CREATE INDEX monitored_address_added ON monitored_address (organisation_id, added_at DESC, address);

CREATE TABLE address_label (
  monitored_id uuid NOT NULL REFERENCES monitored_address ON DELETE CASCADE,
  label text COLLATE "C" NOT NULL,
  PRIMARY KEY (monitored_id, label)
);

-- Kept for a day, with what stood beside the address.
CREATE TABLE removed_address (
  id uuid PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  address text COLLATE "C" NOT NULL,
  added_at timestamptz NOT NULL,
  reported_leaks integer NOT NULL,
  reported_passwords integer NOT NULL,
  -- When its mailbox has said yes.
  confirmed_at timestamptz,
  labels text[] COLLATE "C" NOT NULL,
  steps jsonb NOT NULL,
  removed_at timestamptz NOT NULL
);
CREATE INDEX removed_address_at ON removed_address (removed_at);
