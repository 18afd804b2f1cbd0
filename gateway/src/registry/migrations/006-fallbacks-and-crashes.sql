-- What all browsers of the channel got before, and that still stands; null: nothing that was published.
ALTER TABLE gateway.channel ADD COLUMN fallback text;
UPDATE gateway.channel c SET fallback = (
  SELECT CASE WHEN m.action = 'promote' AND m.version = c.version AND m.previous <> m.version THEN m.previous END
  FROM gateway.move m WHERE m.remote = c.remote AND m.channel = c.channel AND m.action <> 'canary'
  ORDER BY m.id DESC LIMIT 1
);

-- Whether a screen of the version threw in this browser after it had been shown.
ALTER TABLE gateway.activation ADD COLUMN crashed boolean NOT NULL DEFAULT false;
