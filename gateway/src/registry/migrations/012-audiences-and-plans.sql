-- The browsers that a canary version is for: values by kind; null: all.
ALTER TABLE gateway.move ADD COLUMN audience jsonb;
ALTER TABLE gateway.channel ADD COLUMN audience jsonb;
ALTER TABLE gateway.rollout ADD COLUMN audience jsonb;
-- Whether the browser was in the audience: only such browsers are compared.
ALTER TABLE gateway.activation ADD COLUMN in_audience boolean NOT NULL DEFAULT true;

-- Who approved the promotion; null: it needed nobody else.
ALTER TABLE gateway.move ADD COLUMN approved_by text;

-- A promotion that waits for its time, for another person, or for both.
CREATE TABLE gateway.plan (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  remote text NOT NULL,
  channel text NOT NULL,
  version text NOT NULL,
  percent integer NOT NULL,
  -- Of a rollout in steps; both null: one move.
  steps jsonb,
  every_ms bigint,
  audience jsonb,
  who text NOT NULL,
  -- The key that the order came with: nobody approves their own.
  sender text NOT NULL,
  why text,
  force boolean NOT NULL,
  -- Carried out at that time; null: as soon as it is approved.
  at timestamptz,
  -- Who has to approve it has until then; null: nobody has to.
  approve_until timestamptz,
  approved_by text,
  status text NOT NULL
    CHECK (status IN ('asked', 'planned', 'done', 'refused', 'declined', 'cancelled', 'missed', 'expired')),
  -- Looked at no earlier. A gateway that is about to carry it out moves it on, so that no other one does.
  next_at timestamptz NOT NULL,
  note text
);
CREATE INDEX plan_of_remote ON gateway.plan (remote, id);
CREATE INDEX plan_waiting ON gateway.plan (next_at) WHERE status IN ('asked', 'planned');

CREATE TABLE gateway.plan_act (
  plan integer NOT NULL REFERENCES gateway.plan (id),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  act text NOT NULL,
  who text NOT NULL,
  why text
);
CREATE INDEX act_of_plan ON gateway.plan_act (plan, at);

-- A time in which nothing is promoted: once, or each week.
CREATE TABLE gateway.freeze (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  -- null: all remotes.
  remote text,
  starts timestamptz,
  ends timestamptz,
  -- Days, times and zone of one that comes back each week.
  weekly jsonb,
  who text NOT NULL,
  CHECK ((weekly IS NULL) = (starts IS NOT NULL AND ends IS NOT NULL))
);

-- Channels whose promotions another person has to approve.
CREATE TABLE gateway.approval_rule (
  remote text NOT NULL,
  channel text NOT NULL,
  within_ms bigint NOT NULL,
  who text NOT NULL,
  PRIMARY KEY (remote, channel)
);
