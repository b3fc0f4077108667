#!/usr/bin/env bash
# backup.sh full|diff|incr|files: backs up pictures, tiles and secrets, then the database, and records the run in backup_run. `files` leaves
# the database out: its WAL is archived all the time.
set -euo pipefail
. "$(dirname "$0")/settings.sh"
kind=${1:-diff}
id=$(ask -c "insert into backup_run (kind) values ('$kind') returning id")
record() {
  ask -v id="$id" -v error="$1" -v size="$2" >/dev/null <<'SQL'
update backup_run set finished_at = clock_timestamp(), error = nullif(left(:'error', 2000), ''), size_bytes = nullif(:'size', '')::bigint
where id = :'id';
SQL
}
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
run() {
  # Keys before data: a backup of the database is of no use without AUTH_SECRET.
  local paths=("$DATA_DIR")
  if [ -f "$SECRETS_FILE" ]; then paths+=("$SECRETS_FILE"); fi
  restic_ backup --tag redoubt --exclude "$DATA_DIR/pg" --exclude "$DATA_DIR/pg.part" "${paths[@]}" &&
    { [ "$kind" = files ] || pgbackrest_ --type="$kind" backup; }
}
if ! run 2>"$errors"; then
  cat "$errors" >&2
  record "$(head -c 2000 "$errors")." ''
  exit 1
fi
size=''
if [ "$kind" != files ]; then
  size=$(pgbackrest_ --output=json info | grep -o '"delta":[0-9]*' | tail -1 | grep -o '[0-9]*')
fi
record '' "$size"
