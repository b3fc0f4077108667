#!/usr/bin/env bash
# Stops the processes that up.sh started, by their pid files, and nothing else. The data stay; `down.sh --delete` deletes them too.
set -uo pipefail
DIR=${CLUSTER_DIR:-/var/lib/redoubt-cluster}
ours() { [ -f "$1" ] && pid=$(cat "$1") && grep -qaF "$DIR" "/proc/$pid/cmdline" 2>/dev/null; }
# PostgreSQL of a member whose Patroni is gone.
orphan() { [ -f "$1" ] && pid=$(head -1 "$1") && grep -q postgres "/proc/$pid/comm" 2>/dev/null; }
for part in pgbouncer haproxy m1 m2 m3 etcd1 etcd2 etcd3; do
  if ours "$DIR/$part/pid"; then
    kill -CONT "$pid"
    # Patroni stops its PostgreSQL first.
    kill -TERM "$pid"
    for _ in $(seq 100); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
    kill -KILL "$pid" 2>/dev/null
  fi
  if orphan "$DIR/$part/data/postmaster.pid"; then kill -QUIT "$pid"; fi
  rm -f "$DIR/$part/pid"
done
if [ "${1:-}" = --delete ]; then rm -rf "$DIR"; fi
