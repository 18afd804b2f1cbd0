-- Widgets in pages of other remotes are granted too.
ALTER TABLE gateway.granted DROP CONSTRAINT granted_grant_name_check;
ALTER TABLE gateway.granted ADD CHECK (grant_name IN ('token', 'public-routes', 'catch-all-routes', 'widgets'));
