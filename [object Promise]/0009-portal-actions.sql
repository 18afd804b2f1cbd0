-- The tokens that were given to people of portals, and what was done with the tokens of portals.
CREATE TABLE portal_action (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  client_id text COLLATE "C" NOT NULL REFERENCES client ON DELETE CASCADE,
  token_id text COLLATE "C" NOT NULL,
  -- As the portal's server names the person; empty where it names none.
  user_name text COLLATE "C",
  action text NOT NULL,
  -- The scope of the token, or the address.
  detail text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX portal_action_organisation ON portal_action (organisation_id, id);
CREATE INDEX portal_action_at ON portal_action (at);
