#!/bin/sh
# run.sh leaks|portals|remotes WORDS
# As root: a command with the settings and the user of the servers. That user must be able to read the files in WORDS.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
case ${1-} in
  leaks | portals) server=api script="leak-api/src/cli/$1.ts" ;;
  remotes) server=gateway script=gateway/src/cli/remotes.ts ;;
  *) echo 'usage: run.sh leaks|portals|remotes WORDS' >&2; exit 2 ;;
esac
shift
for file in common "$server"; do
  while IFS= read -r line; do
    case $line in [A-Z]*=*) export "$line" ;; esac
  done < "/etc/atalaia/$file.env"
done
umask 077
exec setpriv --reuid=atalaia --regid=atalaia --init-groups "$root/node_modules/node/bin/node" "$root/$script" "$@"
