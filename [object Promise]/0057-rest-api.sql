-- Pages of an organisation's addresses and cases go from one id to the next (M-REST-6, M-REST-7).
CREATE INDEX monitored_address_page ON monitored_address (organisation_id, id);

-- The API key that has changed a case; its name is told in the history (M-REST-8).
ALTER TABLE case_event ADD COLUMN key_id uuid REFERENCES api_key ON DELETE SET NULL;
CREATE INDEX case_event_key ON case_event (key_id) WHERE key_id IS NOT NULL;
