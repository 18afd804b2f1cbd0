-- Sessions that were issued before tokens named their audience last 8 hours; the ninth is for processes of the version
-- before that still run beside the new ones.
INSERT INTO setting (name, value)
VALUES ('tokens_without_audience_until', to_char((now() + interval '9 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
ON CONFLICT DO NOTHING;
