#!/usr/bin/env bash
# Restores the newest backup beside the shop, asks the copy, deletes it, and writes backup_run.verified_at. Run it every night.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/settings.sh"
copy=$(mktemp -d "${TMPDIR:-/var/tmp}/redoubt-verify-XXXXXX")
chmod 711 "$copy"
end() {
  as_postgres "$PG_BIN/pg_ctl" -D "$copy/data" -m immediate -w stop >/dev/null 2>&1 || true
  rm -rf "$copy"
}
trap end EXIT
id=$(ask -c "select id from backup_run where kind in ('full', 'diff', 'incr') and finished_at is not null and error is null order by started_at desc limit 1")
[ -n "$id" ] || { say 'There is no finished backup.'; exit 1; }
fail() {
  ask -v id="$id" -v error="$1" >/dev/null <<'SQL'
update backup_run set error = left('The restore test failed: ' || :'error', 2000) where id = :'id';
SQL
  say "$1"
  exit 1
}
errors=$("$HERE/restore.sh" --into "$copy" 2>&1) || fail "$errors"
say "$errors"
# Reads every row of every table through its indexes and visibility, then asks the invariants.
"$PG_BIN/pg_dump" --version >/dev/null
as_postgres "$PG_BIN/pg_dump" -h "$copy" -p "$PGPORT" -d "$SHOP_DATABASE" -f /dev/null || fail 'pg_dump could not read the copy.'
broken=$(as_postgres "$PG_BIN/psql" -qAtX -v ON_ERROR_STOP=1 -h "$copy" -p "$PGPORT" -d "$SHOP_DATABASE" -f "$HERE/../../db/invariants.sql" 2>&1) || fail "$broken"
[ -z "$broken" ] || fail "$broken"
# What was acknowledged before the backup began is in the copy.
[ "$(PGSOCKET=$copy ask -c "select count(*) from backup_run where id = '$id'")" = 1 ] || fail 'The copy does not have the run of its backup.'
ask -c "update backup_run set verified_at = clock_timestamp() where id = '$id'" >/dev/null
say "Verified backup $id."
