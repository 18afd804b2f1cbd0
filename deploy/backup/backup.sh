#!/bin/sh
# backup.sh FOLDER
# Saves the database and ARTIFACTS_DIR in a new folder of FOLDER, named by the moment. It is whole or absent.
# PostgreSQL: API_DATABASE_URL, GATEWAY_DATABASE_URL. Embedded: DATA_DIR.
set -eu
umask 077
[ $# -eq 1 ] || { echo 'usage: backup.sh FOLDER' >&2; exit 2; }
root=$(cd "$(dirname "$0")/../.." && pwd -P)

[ -z "${ARTIFACTS_DIR-}" ] || [ -d "$ARTIFACTS_DIR" ] || { echo "backup.sh: no folder $ARTIFACTS_DIR" >&2; exit 1; }
mkdir -p "$1"
set -- "$(cd "$1" && pwd -P)"
exec 9> "$1/.lock"
flock --nonblock 9 || { echo "backup.sh: another one works in $1" >&2; exit 1; }
rm -rf "$1"/*.part
name=$(date -u +%Y-%m-%dT%H%M%SZ)
draft="$1/$name.part"
mkdir "$draft"
trap 'rm -rf "$draft"' EXIT
trap 'exit 1' INT TERM HUP

if [ -n "${API_DATABASE_URL-}" ]; then
  pg_dump --format=custom --schema=public --file="$draft/leaks.dump" "$API_DATABASE_URL"
  pg_dump --format=custom --schema=gateway --file="$draft/gateway.dump" "$GATEWAY_DATABASE_URL"
else
  : "${DATA_DIR:?or API_DATABASE_URL and GATEWAY_DATABASE_URL}"
  (cd "$root" && DATABASE_URL=embedded node_modules/node/bin/node leak-api/src/cli/leaks.ts backup "$draft/postgres" 9>&-)
fi
# After the database: each build that it names is saved.
artifacts=${ARTIFACTS_DIR:-${DATA_DIR:+$DATA_DIR/artifacts}}
if [ -d "$artifacts" ]; then tar --create --file="$draft/artifacts.tar" --directory="$artifacts" .; fi
(cd "$draft" && find . -type f ! -name SHA256SUMS -exec sha256sum {} + > SHA256SUMS)
sync
mv "$draft" "$1/$name"
echo "$1/$name"
