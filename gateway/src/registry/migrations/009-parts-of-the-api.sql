-- Calls of the API are granted too, whole or in parts. The names are the registry's to check.
ALTER TABLE gateway.granted DROP CONSTRAINT granted_grant_name_check;

-- What was promoted before keeps what it has.
INSERT INTO gateway.granted (remote, grant_name)
SELECT DISTINCT name, 'api'
FROM gateway.artifact WHERE promoted_at IS NOT NULL AND pruned_at IS NULL AND descriptor ->> 'api' = 'true';
