#!/usr/bin/env bash
# Lets the members of the cluster that up.sh started archive their WAL, then prints the settings by which the scripts of deploy/backup find the
# leader. Run it once, and source its output again after a failover.
#   CLUSTER_DIR (/var/lib/redoubt-cluster)  PG_BIN  BACKUP_DIR  BACKUP_KEY_FILE
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
DIR=${CLUSTER_DIR:-/var/lib/redoubt-cluster}
control() { patronictl -c "$DIR/m1/patroni.yml" "$@"; }
find_leader() {
  local leader
  leader=$(control list -f tsv | awk -F '\t' '$4 == "Leader" { print $2 }')
  if [ -z "$leader" ]; then
    echo 'The cluster has no leader at this moment: run this once more.' >&2
    exit 1
  fi
  export PGDATA=$DIR/$leader/data PGSOCKET=$DIR/$leader
  PGPORT=$(sed -n 4p "$PGDATA/postmaster.pid")
  export PGPORT
}
find_leader
. "$HERE/../backup/settings.sh"
if [ "$(ask -c 'show archive_mode')" = off ]; then
  # The command runs in the data folder of the member, whichever it is.
  control edit-config redoubt --force --quiet --apply - >&2 <<YAML
postgresql:
  parameters:
    archive_mode: "on"
    archive_timeout: 5s
    archive_command: pgbackrest --config=$BACKUP_DIR/pgbackrest.conf --stanza=redoubt --pg1-path="\$PWD" archive-push "\$PWD/%p"
YAML
  control restart redoubt --force >&2
  find_leader
  for _ in $(seq 240); do
    if [ "$(ask -c 'show archive_mode' 2>/dev/null)" = on ] && [ "$(control list -f tsv | grep -c 'running\|streaming')" -ge 2 ]; then break; fi
    sleep 0.5
  done
fi
printf 'export %s\n' "PGDATA=$PGDATA" "PGSOCKET=$PGSOCKET" "PGPORT=$PGPORT" SETTINGS=kept
