-- The columns that rate-limiter-flexible writes, in its order; `expire` in milliseconds since 1970.
-- Unlogged: a crash of the server may reset the limits, and counting costs no write-ahead log.
CREATE UNLOGGED TABLE server.rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX rate_limit_expire ON server.rate_limit (expire);
