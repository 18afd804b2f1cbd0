-- Addresses that an operator reserved to a remote, in their normal form; no two remotes have addresses in common.
CREATE TABLE gateway.owned_prefix (prefix text PRIMARY KEY, remote text NOT NULL);

-- Who granted, revoked, reserved and released what, when and why. Grants of before have no entry.
CREATE TABLE gateway.grant_change (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  remote text NOT NULL,
  act text NOT NULL CHECK (act IN ('granted', 'revoked', 'owned', 'released')),
  -- A grant's name, or a prefix.
  subject text NOT NULL,
  who text NOT NULL,
  why text,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX grant_change_of_remote ON gateway.grant_change (remote, id);
