#!/bin/sh
# restore-test.sh FOLDER
# Restores the newest backup of FOLDER into a database of its own, and removes that again. Then the file BACKUP_STAMP
# gets the backup's time, and older backups than the newest BACKUPS_KEPT (14) are removed.
# PostgreSQL: RESTORE_DATABASE_URL is postgresql://USER@HOST/postgres of a user who may create databases.
set -eu
umask 077
[ $# -eq 1 ] || { echo 'usage: restore-test.sh FOLDER' >&2; exit 2; }
root=$(cd "$(dirname "$0")/../.." && pwd -P)
moments() { (cd "$1" && ls -d ????-??-??T??????Z 2> /dev/null); }
newest="$(cd "$1" && pwd -P)/$(moments "$1" | tail -n 1)"
[ -f "$newest/SHA256SUMS" ] || { echo "restore-test.sh: no backup in $1" >&2; exit 1; }
(cd "$newest" && sha256sum --quiet --check SHA256SUMS)
leaks() { (cd "$root" && node_modules/node/bin/node leak-api/src/cli/leaks.ts "$@"); }
remotes() { (cd "$root" && node_modules/node/bin/node gateway/src/cli/remotes.ts "$@"); }

if [ -f "$newest/leaks.dump" ]; then
  server=${RESTORE_DATABASE_URL%/*}
  name="restore_test_$$"
  psql --quiet --command="CREATE DATABASE $name" "$RESTORE_DATABASE_URL"
  trap 'psql --quiet --command="DROP DATABASE $name WITH (FORCE)" "$RESTORE_DATABASE_URL"' EXIT
  trap 'exit 1' INT TERM HUP
  pg_restore --no-owner --exit-on-error --schema=public --dbname="$server/$name" "$newest/leaks.dump"
  pg_restore --no-owner --exit-on-error --dbname="$server/$name" "$newest/gateway.dump"
  scratch=$(mktemp -d)
  DATABASE_URL="$server/$name" DATA_DIR="$scratch" leaks migrate --plan
  DATABASE_URL="$server/$name" DATA_DIR="$scratch" remotes migrate --plan
  psql --no-align --tuples-only --command="SELECT 'accounts ' || (SELECT count(*) FROM account) ||
    ', imports ' || (SELECT count(*) FROM import)" "$server/$name"
  rm -rf "$scratch"
else
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  trap 'exit 1' INT TERM HUP
  cp -a "$newest/postgres" "$scratch/postgres"
  DATABASE_URL=embedded DATA_DIR="$scratch" leaks migrate --plan
  DATABASE_URL=embedded DATA_DIR="$scratch" remotes migrate --plan
fi

if [ -n "${BACKUP_STAMP-}" ]; then
  touch --reference="$newest" "$BACKUP_STAMP.part"
  mv "$BACKUP_STAMP.part" "$BACKUP_STAMP"
fi
moments "$1" | head -n "-${BACKUPS_KEPT:-14}" | while read -r old; do rm -rf "${1:?}/$old"; done
echo "restored: $newest"
