-- Which version a report is about: the move's own, or the version before it. Null, in rows of before: the move's own.
ALTER TABLE gateway.activation ADD COLUMN version text;
-- Whether the browser was known before the move. Rows of before cannot prove it.
ALTER TABLE gateway.activation ADD COLUMN established boolean NOT NULL DEFAULT false;
ALTER TABLE gateway.activation ADD COLUMN at timestamptz NOT NULL DEFAULT now();
-- Routed blocks from now on (/24, /48); single addresses in rows of before.
ALTER TABLE gateway.activation RENAME COLUMN address TO network;
CREATE INDEX activation_of_network ON gateway.activation (move, network);

-- Why the channel's newest promotion is held; null: it is not.
ALTER TABLE gateway.channel ADD COLUMN held text;
