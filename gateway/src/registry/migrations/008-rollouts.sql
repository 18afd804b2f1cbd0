-- The phase in which a browser's activation failed.
ALTER TABLE gateway.activation ADD COLUMN phase text;

-- A version that gets larger shares of the browsers by itself.
CREATE TABLE gateway.rollout (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  remote text NOT NULL,
  channel text NOT NULL,
  version text NOT NULL,
  -- Shares in percent; the last is 100.
  steps jsonb NOT NULL,
  every_ms bigint NOT NULL,
  -- The index of the step that browsers are at.
  step integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'running'
    CHECK (status IN ('running', 'paused', 'done', 'aborted', 'stopped', 'overtaken')),
  who text NOT NULL,
  -- The move that the step made.
  move integer NOT NULL REFERENCES gateway.move (id),
  -- The next step is not taken earlier. A gateway that is about to take it moves it on, so that no other one does.
  next_at timestamptz NOT NULL,
  note text
);
-- One at a time on a channel.
CREATE UNIQUE INDEX rollout_on_channel ON gateway.rollout (remote, channel) WHERE status IN ('running', 'paused');
CREATE INDEX rollout_of_remote ON gateway.rollout (remote, id);

CREATE TABLE gateway.rollout_act (
  rollout integer NOT NULL REFERENCES gateway.rollout (id),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  act text NOT NULL,
  who text NOT NULL,
  why text
);
CREATE INDEX act_of_rollout ON gateway.rollout_act (rollout, at);
