#!/usr/bin/env bash
# Starts the database cluster on this machine, all of it on 127.0.0.1: three etcd, Patroni members with synchronous replication, HAProxy
# and PgBouncer in transaction mode. Needs Debian's etcd-server, patroni, haproxy, pgbouncer and postgresql-15.
#   CLUSTER_DIR (/var/lib/redoubt-cluster)  CLUSTER_PORT (5500)  MEMBERS (3)  PG_BIN  SHARED_BUFFERS (256MB)
# Prints the settings of the shop. `up.sh 2` starts member 2 again. `down.sh` stops everything.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
DIR=${CLUSTER_DIR:-/var/lib/redoubt-cluster}
BASE=${CLUSTER_PORT:-5500}
MEMBERS=${MEMBERS:-3}
BIN=${PG_BIN:-/usr/lib/postgresql/15/bin}
PRIMARY=$BASE REPLICAS=$((BASE + 1)) POOLER=$((BASE + 2))
ETCD=$(printf '127.0.0.1:%s,' $((BASE + 31)) $((BASE + 32)) $((BASE + 33))) ETCD=${ETCD%,}

# With etcd's API v3 a Patroni before 3.0.3 that wakes after a pause writes itself over the new primary, and what that one acknowledged is
# lost (https://github.com/patroni/patroni/pull/2689). By API v2 it renews only what it still holds. The two share no state, so a cluster
# keeps the API with which it began.
began=$(sed -n 's/^"\?\(etcd3\?\)"\?:.*/\1/p' "$DIR/m1/patroni.yml" 2>/dev/null || true)
ETCD_API=${began:-etcd3} ETCD_FLAGS=()
if [ "$(printf '3.0.3\n%s\n' "$(patroni --version | grep -o '[0-9.]*$')" | sort -V | head -1)" != 3.0.3 ]; then
  if [ "$began" = etcd3 ]; then
    echo "The cluster in $DIR began with etcd's API v3, which needs Patroni 3.0.3 or later: upgrade Patroni, or begin again with down.sh --delete and a backup." >&2
    exit 1
  fi
  ETCD_API=etcd
fi
if [ $ETCD_API = etcd ]; then ETCD_FLAGS=(--enable-v2); fi

# A process in the background, as the user postgres when root starts it. Each part has a group id of its own, by which the drills cut it off.
launch() {
  local name=$1 group=$2
  shift 2
  # A part that runs is left alone.
  if [ -f "$DIR/$name/pid" ] && grep -qaF "$DIR" "/proc/$(cat "$DIR/$name/pid")/cmdline" 2>/dev/null; then return; fi
  local as=()
  [ "$(id -u)" = 0 ] && as=(setpriv --reuid=postgres --regid="$group" --clear-groups)
  (cd "$DIR/$name" && exec setsid "${as[@]}" "$@" >>"$DIR/$name/out" 2>&1 9>&- </dev/null) &
  echo $! >"$DIR/$name/pid"
}
fill() {
  . "$DIR/secrets"
  sed -e "s|@N@|${2:-}|g" -e "s|@REST@|$((BASE + 10 + ${2:-0}))|g" -e "s|@PORT@|$((BASE + 20 + ${2:-0}))|g" -e "s|@ETCD@|$ETCD|g" \
    -e "s|@ETCD_API@|$ETCD_API|g" \
    -e "s|@DIR@|$DIR|g" -e "s|@BIN@|$BIN|g" -e "s|@PRIMARY@|$PRIMARY|g" -e "s|@POOLER@|$POOLER|g" \
    -e "s|@SHARED_BUFFERS@|${SHARED_BUFFERS:-256MB}|g" -e "s|@SHOP_PASSWORD@|$SHOP_PASSWORD|g" \
    -e "s|@SUPERUSER_PASSWORD@|$SUPERUSER_PASSWORD|g" -e "s|@REPLICATION_PASSWORD@|$REPLICATION_PASSWORD|g" \
    -e "s|@REWIND_PASSWORD@|$REWIND_PASSWORD|g" "$HERE/$1"
}
own() { if [ "$(id -u)" = 0 ]; then chown -R postgres "$DIR"; fi; }
member() { launch "m$1" $((6100 + $1)) patroni "$DIR/m$1/patroni.yml"; }

if [ $# = 1 ]; then member "$1"; exit; fi

mkdir -p "$DIR"/{etcd1,etcd2,etcd3,haproxy,pgbouncer}
chmod 711 "$DIR"
if [ ! -f "$DIR/secrets" ]; then
  (umask 077; for name in SHOP SUPERUSER REPLICATION REWIND; do echo "${name}_PASSWORD=$(head -c 24 /dev/urandom | base64 | tr -d '+/=')"; done >"$DIR/secrets")
fi
. "$DIR/secrets"
fill create-shop.sh >"$DIR/create-shop.sh"
chmod 700 "$DIR/create-shop.sh"
fill pgbouncer.ini >"$DIR/pgbouncer/pgbouncer.ini"
(umask 077; echo "\"redoubt\" \"$SHOP_PASSWORD\"" >"$DIR/pgbouncer/users")
{
  cat "$HERE/haproxy.cfg"
  for way in primary replica; do
    if [ $way = primary ]; then port=$PRIMARY; else port=$REPLICAS; fi
    printf 'listen %s\n  bind 127.0.0.1:%s\n  option httpchk OPTIONS /%s\n  http-check expect status 200\n' $way "$port" $way
    for n in $(seq "$MEMBERS"); do echo "  server m$n 127.0.0.1:$((BASE + 20 + n)) check port $((BASE + 10 + n))"; done
  done
} >"$DIR/haproxy/haproxy.cfg"
for n in $(seq "$MEMBERS"); do
  mkdir -p "$DIR/m$n"
  chmod 700 "$DIR/m$n"
  (umask 077; fill patroni.yml "$n" >"$DIR/m$n/patroni.yml")
done
own

peers=""
for n in 1 2 3; do peers+="e$n=http://127.0.0.1:$((BASE + 40 + n)),"; done
for n in 1 2 3; do
  # Wider than etcd's defaults, because all three share one disk here.
  launch "etcd$n" $((6110 + n)) etcd --name "e$n" --data-dir "$DIR/etcd$n/data" --heartbeat-interval 250 --election-timeout 2500 \
    --listen-client-urls "http://127.0.0.1:$((BASE + 30 + n))" --advertise-client-urls "http://127.0.0.1:$((BASE + 30 + n))" \
    --listen-peer-urls "http://127.0.0.1:$((BASE + 40 + n))" --initial-advertise-peer-urls "http://127.0.0.1:$((BASE + 40 + n))" \
    --initial-cluster "${peers%,}" --initial-cluster-token redoubt --auto-compaction-retention 1 --logger zap --log-level warn \
    "${ETCD_FLAGS[@]}"
done
for n in $(seq "$MEMBERS"); do member "$n"; done
launch haproxy 6120 haproxy -db -f "$DIR/haproxy/haproxy.cfg"
launch pgbouncer 6121 pgbouncer -q "$DIR/pgbouncer/pgbouncer.ini"

# Ready: one primary, and a standby that confirms its commits.
for _ in $(seq 240); do
  if curl -sf "http://127.0.0.1:$((BASE + 11))/cluster" 2>/dev/null | grep -q '"sync_standby"' &&
    PGPASSWORD=$SHOP_PASSWORD psql -qAtc 'select 1' "postgres://redoubt@127.0.0.1:$POOLER/redoubt" >/dev/null 2>&1; then
    echo "DATABASE_URL=postgres://redoubt:$SHOP_PASSWORD@127.0.0.1:$POOLER/redoubt"
    echo "DATABASE_DIRECT_URL=postgres://redoubt:$SHOP_PASSWORD@127.0.0.1:$PRIMARY/redoubt"
    echo "DATABASE_REPLICA_URL=postgres://redoubt:$SHOP_PASSWORD@127.0.0.1:$REPLICAS/redoubt"
    echo DATABASE_POOLER=transaction
    exit
  fi
  sleep 0.5
done
echo "The cluster is not ready after two minutes: see $DIR/*/out" >&2
exit 1
