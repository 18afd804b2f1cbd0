-- The users of an installation in one database. Run it as a superuser, as often as you like:
--   API_PASSWORD=… GATEWAY_PASSWORD=… psql -f deploy/postgresql.sql
-- MONITOR_PASSWORD: a user for monitoring. RESTORE_PASSWORD: a user for tests of backups. -v database=NAME: another name than atalaia.
\set ON_ERROR_STOP on
\if :{?database} \else \set database atalaia \endif
\getenv api_password API_PASSWORD
\getenv gateway_password GATEWAY_PASSWORD
\getenv monitor_password MONITOR_PASSWORD
\getenv restore_password RESTORE_PASSWORD
SELECT format('CREATE ROLE %I LOGIN', name) FROM unnest(ARRAY['api', 'gateway']) AS name
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE api PASSWORD :'api_password';
ALTER ROLE gateway PASSWORD :'gateway_password';

-- Migrations of the API change the schema public, which the owner of the database may do.
SELECT format('CREATE DATABASE %I OWNER api', :'database')
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'database') \gexec
ALTER DATABASE :"database" OWNER TO api;
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
-- The gateway makes its schema, and copies of both users' data need no more rights.
GRANT CONNECT, CREATE, TEMPORARY ON DATABASE :"database" TO gateway;

\if :{?monitor_password}
SELECT 'CREATE ROLE monitor LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'monitor') \gexec
ALTER ROLE monitor PASSWORD :'monitor_password';
GRANT pg_monitor TO monitor;
GRANT CONNECT ON DATABASE :"database" TO monitor;
\endif

\if :{?restore_password}
SELECT 'CREATE ROLE restore LOGIN CREATEDB' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'restore') \gexec
ALTER ROLE restore PASSWORD :'restore_password';
\endif
