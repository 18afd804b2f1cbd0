#!/bin/sh
# install.sh ORIGIN SMTP_URL
# As root, once: the user atalaia, PostgreSQL's users, /etc/atalaia with new passwords and keys, units, Caddyfile.
set -eu
umask 077
[ $# -eq 2 ] || { echo 'usage: install.sh https://atalaia.example smtp://USER:PASSWORD@mail.example:587' >&2; exit 2; }
etc=/etc/atalaia data=/var/lib/atalaia backups=/var/backups/atalaia
[ ! -e $etc ] || { echo "install.sh: $etc is there already" >&2; exit 1; }
cd "$(dirname "$0")/../.."
keys=$(npm run --silent leaks -- installation-keys make)
secret() { openssl rand -hex 24; }
api=$(secret) gateway=$(secret) restore=$(secret)

API_PASSWORD=$api GATEWAY_PASSWORD=$gateway RESTORE_PASSWORD=$restore \
  runuser -u postgres -- psql --quiet < deploy/postgresql.sql
id atalaia > /dev/null 2>&1 || useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin atalaia
install -d -o atalaia -g atalaia -m 0700 $data $backups

draft=$etc.part
rm -rf $draft
mkdir $draft
cat > $draft/common.env <<END
NODE_ENV=production
DATA_DIR=$data
PUBLIC_ORIGIN=$1
METRICS_TOKEN=$(secret)
BACKUP_STAMP=$data/backup-stamp
END
cat > $draft/api.env <<END
DATABASE_URL=postgresql://api:$api@127.0.0.1/atalaia
SMTP_URL=$2
$keys
END
# The proxy listens on port 4000, in front of both APIs.
cat > $draft/gateway.env <<END
DATABASE_URL=postgresql://gateway:$gateway@127.0.0.1/atalaia
API_UPSTREAM=http://127.0.0.1:4000
TRUST_PROXY=loopback
END
# Without passwords: other users see the arguments of pg_dump.
cat > $draft/backup.env <<END
API_DATABASE_URL=postgresql://api@127.0.0.1/atalaia
GATEWAY_DATABASE_URL=postgresql://gateway@127.0.0.1/atalaia
RESTORE_DATABASE_URL=postgresql://restore@127.0.0.1/postgres
END
printf '127.0.0.1:*:*:%s\n' "api:$api" "gateway:$gateway" "restore:$restore" > $data/.pgpass
chown atalaia:atalaia $data/.pgpass

install -m 0644 deploy/systemd/*.service deploy/systemd/*.timer /etc/systemd/system/
sed "s|{\$SITE:atalaia.example}|$1|" deploy/proxies/Caddyfile > /etc/caddy/Caddyfile
mv $draft $etc
