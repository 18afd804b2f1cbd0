-- Routes without a place of their own (/*, /app/:page) are granted too.
ALTER TABLE gateway.granted DROP CONSTRAINT granted_grant_name_check;
ALTER TABLE gateway.granted
  ADD CHECK (grant_name IN ('token', 'public-routes', 'catch-all-routes', 'any-address-routes', 'widgets'));

-- What was promoted before keeps what it has.
INSERT INTO gateway.granted (remote, grant_name)
SELECT DISTINCT name, 'any-address-routes'
FROM gateway.artifact, jsonb_array_elements(descriptor -> 'routes') AS route
WHERE promoted_at IS NOT NULL AND pruned_at IS NULL
  AND route ->> 'path' ~* '^/*(app(/+main)?)?(/+:|/*[*])';
