#!/usr/bin/env bash
# Once for each database: makes the encrypted repositories and lets PostgreSQL archive its WAL at least every 5 s. Restarts PostgreSQL only
# when archive_mode was off. In a cluster of Patroni, `eval "$(deploy/cluster/archive.sh)"` comes first.
set -euo pipefail
. "$(dirname "$0")/settings.sh"
if [ ! -f "$BACKUP_KEY_FILE" ]; then
  mkdir -p "$(dirname "$BACKUP_KEY_FILE")"
  (umask 077; head -c 36 /dev/urandom | base64 >"$BACKUP_KEY_FILE")
  say "Made $BACKUP_KEY_FILE. Keep a copy on another machine: without it no backup can be read."
fi
write_configuration
restic_ cat config >/dev/null 2>&1 || restic_ init
if [ "${SETTINGS:-}" != kept ]; then
  ask -c "alter system set archive_command = 'pgbackrest --config=$BACKUP_DIR/pgbackrest.conf --stanza=redoubt archive-push %p'" \
    -c "alter system set archive_timeout = '5s'" -c "alter system set archive_mode = 'on'"
  if [ "$(ask -c 'show archive_mode')" = off ]; then as_postgres "$PG_BIN/pg_ctl" -D "$PGDATA" -m fast -w restart >/dev/null
  else ask -c 'select pg_reload_conf()' >/dev/null; fi
fi
pgbackrest_ stanza-create
pgbackrest_ check
say "WAL is archived to $BACKUP_DIR/repo."
