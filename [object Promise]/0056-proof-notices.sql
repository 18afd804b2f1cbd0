-- What owners and administrators were told of a domain's proof since it was there last (M-DOMAIN-7).
ALTER TABLE watched_domain ADD COLUMN told text CHECK (told IN ('missing', 'lost'));
-- A loss from before these mails is old news.
UPDATE watched_domain SET told = 'lost' WHERE lost_at IS NOT NULL;
