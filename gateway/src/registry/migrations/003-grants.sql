-- What an operator allows a remote beyond pages of its own for people who are signed in.
CREATE TABLE gateway.granted (
  remote text NOT NULL,
  grant_name text NOT NULL CHECK (grant_name IN ('token', 'public-routes', 'catch-all-routes')),
  PRIMARY KEY (remote, grant_name)
);

-- What was promoted before there were grants keeps what it has (M-GRANT-4).
INSERT INTO gateway.granted (remote, grant_name)
SELECT DISTINCT name, grant_name
FROM gateway.artifact,
  LATERAL (
    SELECT 'token' AS grant_name WHERE descriptor ->> 'token' = 'true'
    UNION ALL
    SELECT 'public-routes' FROM jsonb_array_elements(descriptor -> 'routes') AS route
    WHERE route ->> 'access' = 'public'
    UNION ALL
    SELECT 'catch-all-routes' FROM jsonb_array_elements(descriptor -> 'routes') AS route
    WHERE route ->> 'path' LIKE '%*%'
  ) AS asked
WHERE promoted_at IS NOT NULL AND pruned_at IS NULL;
