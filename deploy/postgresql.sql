-- The users of an installation in one database. Run it as a superuser, as often as you like:
--   psql -v api_password=… -v gateway_password=… -f deploy/postgresql.sql
-- -v database=NAME: another name than atalaia. -v monitor_password=…: a user for monitoring.
\set ON_ERROR_STOP on
\if :{?database} \else \set database atalaia \endif
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
