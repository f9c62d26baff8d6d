#!/bin/sh
# Runs a command with DATABASE_URL. If that is not set, pg_virtualenv of Debian's postgresql-common starts a server for
# the command, and removes it with its data at the end. Root gets it by apt.
set -eu
[ -z "${DATABASE_URL:-}" ] || exec "$@"
if ! command -v pg_virtualenv >/dev/null && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends postgresql; } >&2 || true
fi
if ! command -v pg_virtualenv >/dev/null; then
  echo 'queue-pg-boss is not tested: no PostgreSQL; set DATABASE_URL, or install postgresql (apt, as root)' >&2
  exec "$@"
fi
exec pg_virtualenv -o max_connections=300 sh -c \
  'export DATABASE_URL="postgres://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/postgres"; exec "$@"' sh "$@"
