#!/usr/bin/env bash
# From nothing to a shop on a database cluster, with a dashboard's figures and a verified backup, on this machine alone (Debian 12, as root).
# docs/operations/ten-minutes.md tells the way. `ten-minutes.sh down` stops and deletes everything that it started.
#   TEN_DIR (/var/lib/redoubt-ten-minutes)
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd) ROOT=$(cd "$(dirname "$0")/.." && pwd)
DIR=${TEN_DIR:-/var/lib/redoubt-ten-minutes}
export CLUSTER_DIR=$DIR/cluster BACKUP_DIR=$DIR/backup BACKUP_KEY_FILE=$DIR/backup-key SECRETS_FILE=$DIR/shop.env DATA_DIR=$DIR/files
NODE=$ROOT/node_modules/node/bin/node
PARTS=(prometheus caddy web1 web2 worker)

if [ "${1:-}" = down ]; then
  for part in "${PARTS[@]}"; do
    if [ -f "$DIR/$part.pid" ] && grep -qa "^TEN_DIR=$DIR$" <(tr '\0' '\n' <"/proc/$(cat "$DIR/$part.pid")/environ" 2>/dev/null); then
      kill -TERM "$(cat "$DIR/$part.pid")"
    fi
  done
  sleep 3
  "$HERE/cluster/down.sh" --delete
  rm -rf "$DIR"
  exit
fi

began=$(date +%s)
step() { printf '%3d s  %s\n' $(($(date +%s) - began)) "$*"; }
launch() {
  local name=$1
  shift
  (cd "$DIR" && TEN_DIR=$DIR exec setsid "$@" >>"$DIR/$name.log" 2>&1 </dev/null) &
  echo $! >"$DIR/$name.pid"
}
until_ready() {
  for _ in $(seq 300); do
    if curl -sf -o /dev/null "$1"; then return; fi
    sleep 0.2
  done
  echo "$1 does not answer: see $DIR/*.log" >&2
  exit 1
}

if [ "$(id -u)" != 0 ]; then
  echo 'Run as root: packages are installed, and each part runs as a user of its own.' >&2
  exit 1
fi
if [ -e "$DIR" ]; then
  echo "$DIR is there already: deploy/ten-minutes.sh down stops and deletes it." >&2
  exit 1
fi
for port in 3011 3012 3013 5500 5501 5502 8080 9090; do
  if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
    echo "Port $port is taken by another program." >&2
    exit 1
  fi
done
trap 'echo "That failed: see $DIR/*.log. deploy/ten-minutes.sh down deletes what was started." >&2' ERR
mkdir -p "$DATA_DIR"
chmod 711 "$DIR"
step 'Packages'
missing=()
for package in curl etcd-server patroni haproxy pgbouncer postgresql-15 pgbackrest restic prometheus caddy; do
  dpkg -s $package >/dev/null 2>&1 || missing+=($package)
done
if [ ${#missing[@]} -gt 0 ]; then
  # Their own services stay off: this script starts what it needs, with ports and folders of its own.
  if [ ! -e /usr/sbin/policy-rc.d ]; then
    trap 'rm -f /usr/sbin/policy-rc.d' EXIT
    printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
    chmod +x /usr/sbin/policy-rc.d
  fi
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -yqq --no-install-recommends "${missing[@]}" >"$DIR/apt.log" 2>&1
fi
step 'The built server'
if [ ! -f "$ROOT/dist/server.js" ]; then (cd "$ROOT" && npm install --no-audit --no-fund && npm run build) >"$DIR/build.log" 2>&1; fi

step 'Database cluster: etcd, Patroni, HAProxy, PgBouncer'
settings=$("$HERE/cluster/up.sh")
archive=$("$HERE/cluster/archive.sh" 2>"$DIR/archive.log")
(
  umask 077
  {
    echo "$settings"
    echo "AUTH_SECRET=$(head -c 36 /dev/urandom | base64)"
    echo "METRICS_TOKEN=$(head -c 24 /dev/urandom | base64)"
    printf '%s\n' "DATA_DIR=$DATA_DIR" ORIGIN=http://localhost:8080 TRUSTED_PROXIES=1 NODE_ENV=production
  } >"$SECRETS_FILE"
)
set -a
. "$SECRETS_FILE"
set +a
step 'Shop: a worker, which fills the demo, and two web processes behind Caddy'
launch worker env ROLE=worker SEED=on INSTANCE=worker PORT=3013 "$NODE" "$ROOT/dist/server.js"
until_ready http://127.0.0.1:3013/readyz
for n in 1 2; do launch web$n env ROLE=web SEED=off INSTANCE=web$n PORT=301$n "$NODE" "$ROOT/dist/server.js"; done
for n in 1 2; do until_ready http://127.0.0.1:301$n/readyz; done
# The demo's owner has a known password, so no other machine may reach it.
sed 's|admin off|&\n\tdefault_bind 127.0.0.1|' "$HERE/proxy/Caddyfile" >"$DIR/Caddyfile"
launch caddy env SITE=:8080 WEB="127.0.0.1:3011 127.0.0.1:3012" CANARY=127.0.0.1:3011 XDG_DATA_HOME="$DIR/caddy" XDG_CONFIG_HOME="$DIR/caddy" \
  caddy run --adapter caddyfile --config "$DIR/Caddyfile"
until_ready http://127.0.0.1:8080/

step 'Prometheus, with the alerts'
cp "$HERE/prometheus/alerts.yml" "$DIR/alerts.yml"
sed 's|"127.0.0.1:3000"|"127.0.0.1:3011", "127.0.0.1:3012", "127.0.0.1:3013"|; s|15s|5s|' "$HERE/prometheus/prometheus.yml" >"$DIR/prometheus.yml"
(umask 077; printf %s "$METRICS_TOKEN" >"$DIR/metrics-token")
launch prometheus prometheus --config.file="$DIR/prometheus.yml" --storage.tsdb.path="$DIR/prometheus" --web.listen-address=127.0.0.1:9090
until_ready http://127.0.0.1:9090/-/ready

step 'Backup: WAL archive, full backup, restore beside the shop'
eval "$archive"
"$HERE/backup/setup.sh"
"$HERE/backup/backup.sh" full
"$HERE/backup/verify.sh"
step 'Done'
cat <<END

The shop        http://localhost:8080           Operations: sign in as admin@redoubt.test with Redoubt-Demo1!
Prometheus      http://localhost:9090/api/v1/query?query=up
The cluster     patronictl -c $CLUSTER_DIR/m1/patroni.yml list
Settings        $SECRETS_FILE                    Backup key: $BACKUP_KEY_FILE
Stop it all     deploy/ten-minutes.sh down
END
