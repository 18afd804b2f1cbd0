-- What was found since the last visit is new to a person: the last call of this visit, and the last one of the visit before.
ALTER TABLE membership
  ADD COLUMN called_at timestamptz,
  ADD COLUMN seen_until timestamptz;
