-- What was found since a person's last visit is counted with 100,000 addresses as with ten. Not partial: the planner takes
-- statistics of an expression from whole indexes alone.
CREATE INDEX monitored_address_new ON monitored_address (organisation_id, greatest(found_at, told_since));
