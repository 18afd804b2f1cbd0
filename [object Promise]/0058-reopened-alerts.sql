-- Findings that are told are a new pair, or a pair whose closed case an import has opened again: each with the moment of that
-- (M-ALERT-6).
ALTER TABLE alert ADD COLUMN reopened_at timestamptz;
ALTER TABLE alert DROP CONSTRAINT alert_pkey;
CREATE UNIQUE INDEX alert_once ON alert (account_id, channel, monitored_id, source_id, reopened_at) NULLS NOT DISTINCT;
ALTER TABLE webhook_finding ADD COLUMN reopened_at timestamptz;
ALTER TABLE webhook_finding DROP CONSTRAINT webhook_finding_pkey;
CREATE UNIQUE INDEX webhook_finding_once ON webhook_finding (webhook_id, monitored_id, source_id, reopened_at) NULLS NOT DISTINCT;

ALTER TABLE webhook_delivery DROP CONSTRAINT webhook_delivery_kind_check;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_kind_check CHECK (kind IN ('findings', 'reopened', 'ping'));
