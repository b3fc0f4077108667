#!/usr/bin/env bash
# restore.sh [--to "2026-11-24 18:30:00+00"] [--into FOLDER]: restores the database to its last archived moment, or to a moment in the past,
# starts it, and puts back pictures and secrets that are missing. The database of PGDATA must be stopped. With --into, PGDATA is untouched and
# the restored database listens on a socket in FOLDER alone.
# Files that exist are never overwritten: the tiles of the log must not be set back, because witnesses know their newest state.
set -euo pipefail
. "$(dirname "$0")/settings.sh"
to='' into=''
while [ $# -gt 0 ]; do
  case $1 in
    --to) to=$2 ;;
    --into) into=$2 ;;
    *) say "Unknown: $1"; exit 2 ;;
  esac
  shift 2
done
target=${into:+$into/data} target=${target:-$PGDATA}
if [ -z "$into" ] && as_postgres "$PG_BIN/pg_ctl" -D "$PGDATA" status >/dev/null 2>&1; then
  say "PostgreSQL runs on $PGDATA. Stop the shop and PostgreSQL first."
  exit 1
fi
write_configuration
mkdir -p "$target" ${into:+"$into/files"}
chmod 700 "$target"
if [ "$(id -u)" = 0 ]; then chown postgres "$target"; if [ -n "$into" ]; then chown postgres "$into"; fi; fi

began=$(date +%s.%N)
options=(--pg1-path="$target")
# An existing folder is compared and mended, which is faster than a copy of all.
if [ -f "$target/PG_VERSION" ]; then options+=(--delta); fi
# A backup that ended before the moment is chosen by pgBackRest.
if [ -n "$to" ]; then options+=(--type=time "--target=$to" --target-action=promote); fi
# A copy beside the shop must not archive into the shop's repository.
if [ -n "$into" ]; then options+=(--archive-mode=off); fi
pgbackrest_ "${options[@]}" restore

# Files beside the database, from the newest snapshot. The database names no file that a later snapshot lacks, except pictures that were
# deleted since: `restic ls` finds those.
place=${into:+$into/files} place=${place:-/}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
restic_ restore latest --target "$scratch"
for path in "$DATA_DIR" "$SECRETS_FILE"; do
  # Owners and modes of new files come from the backup; folders that exist keep theirs.
  if [ -e "$scratch$path" ]; then
    tar -C "$scratch" -cf - "${path#/}" | tar -C "$place" -xpf - --skip-old-files
  fi
done

start=(-D "$target" -w -t 3600 -l "${into:-$BACKUP_DIR/log}/restored.log")
if [ -n "$into" ]; then
  start+=(-o "-c listen_addresses= -c unix_socket_directories=$into -c port=$PGPORT -c archive_mode=off -c shared_preload_libraries=")
fi
as_postgres "$PG_BIN/pg_ctl" "${start[@]}" start >/dev/null
socket=${into:-$PGSOCKET}
# pg_ctl returns while WAL is still replayed.
until [ "$(PGSOCKET=$socket ask -c 'select pg_is_in_recovery()' 2>/dev/null)" = f ]; do sleep 0.2; done
say "Restored in $(awk "BEGIN { printf \"%.1f\", $(date +%s.%N) - $began }") s: the newest audit entry is of $(PGSOCKET=$socket ask -c 'select max(at) from audit_log')."
