# Read by the scripts of this folder. Each value can be set in the environment.
BACKUP_DIR=${BACKUP_DIR:-/var/lib/redoubt-backup}          # repositories of pgBackRest and restic; a mount of another machine
BACKUP_KEY_FILE=${BACKUP_KEY_FILE:-/etc/redoubt/backup-key} # passphrase of both; without it no backup can be read: keep a copy elsewhere
PGDATA=${PGDATA:-/var/lib/postgresql/15/main}
PGPORT=${PGPORT:-5432}
PGSOCKET=${PGSOCKET:-/var/run/postgresql}
PG_BIN=${PG_BIN:-/usr/lib/postgresql/15/bin}
SHOP_DATABASE=${SHOP_DATABASE:-redoubt}
DATA_DIR=${DATA_DIR:-/var/lib/redoubt}                     # pictures and tiles of the log
SECRETS_FILE=${SECRETS_FILE:-/etc/redoubt/env}             # AUTH_SECRET and the keys of the providers
export PGDATA PGPORT PGSOCKET

say() { printf '%s\n' "$*" >&2; }
as_postgres() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
ask() { as_postgres "$PG_BIN/psql" -qAtX -v ON_ERROR_STOP=1 -h "$PGSOCKET" -p "$PGPORT" -d "$SHOP_DATABASE" "$@"; }
# The place is told each time, because the configuration may have been written under another leader of a cluster.
pgbackrest_() { (cd / && PGBACKREST_PG1_PATH=$PGDATA PGBACKREST_PG1_PORT=$PGPORT PGBACKREST_PG1_SOCKET_PATH=$PGSOCKET as_postgres pgbackrest --config="$BACKUP_DIR/pgbackrest.conf" --stanza=redoubt "$@"); }
restic_() { restic --quiet --repo "$BACKUP_DIR/files" --password-file "$BACKUP_KEY_FILE" "$@"; }

# Both repositories are encrypted by AES-256. The configuration has the passphrase, so only postgres may read it.
write_configuration() {
  mkdir -p "$BACKUP_DIR"/{repo,log,lock,spool}
  (
    umask 077
    cat >"$BACKUP_DIR/pgbackrest.conf" <<CONF
[global]
repo1-path=$BACKUP_DIR/repo
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=$(cat "$BACKUP_KEY_FILE")
# Four weeks of full backups, and the WAL to reach any moment of them.
repo1-retention-full=4
repo1-bundle=y
compress-type=lz4
process-max=2
start-fast=y
archive-async=n
log-path=$BACKUP_DIR/log
lock-path=$BACKUP_DIR/lock
spool-path=$BACKUP_DIR/spool
log-level-console=warn
[redoubt]
pg1-path=$PGDATA
pg1-port=$PGPORT
pg1-socket-path=$PGSOCKET
pg1-database=postgres
pg1-user=postgres
CONF
  )
  if [ "$(id -u)" = 0 ]; then
    chown postgres "$BACKUP_DIR" "$BACKUP_DIR"/{repo,log,lock,spool,pgbackrest.conf}
  fi
}
