#!/bin/sh
# Starts the image's content without a container runtime: the same files, as the user 10001, with a read-only root, no capabilities and
# namespaces of its own; only the network is the machine's. Needs bubblewrap, and `dist/` as `npm run build` writes it.
#   DATABASE_URL=postgres://… PORT=3000 deploy/image/run-in-namespace.sh [server.js | owner.js | health-check.js]
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
node=${NODE:-$here/node_modules/node/bin/node}
data=${DATA:-$here/.data/image}
dist=${DIST:-$here/dist}
root=$(mktemp -d)
trap 'rm -rf "$root" "$root.info"' EXIT

# What the last stage of the Dockerfile has: Node, /app, and the libraries of both.
mkdir -p "$root/app" "$root/usr/local/bin" "$root/etc" "$root/data" "$root/tmp" "$root/proc" "$root/dev"
cp "$node" "$root/usr/local/bin/node"
{ echo "$node"; find "$dist/node_modules" -name '*.node' -o -name '*.so*'; } | xargs ldd 2>/dev/null |
  grep -oE '(=>|^)\s+/(usr/)?lib[^ ]*' | grep -o '/.*' | sort -u | while read -r library; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done
cp -R "$dist/." "$root/app/"
echo 'redoubt:x:10001:10001::/nonexistent:/usr/sbin/nologin' >"$root/etc/passwd"
for file in resolv.conf hosts nsswitch.conf; do [ ! -e "/etc/$file" ] || cp -L "/etc/$file" "$root/etc/$file"; done
mkdir -p "$data"
[ "$(id -u)" -ne 0 ] || chown 10001:10001 "$data"

settings=$(env | grep -oE '^(MODE|PORT|HOST|ORIGIN|ROLE|SEED|INSTANCE|DATABASE_[A-Z_]+|AUTH_SECRET[A-Z_]*|STRIPE_[A-Z_]+|SMTP_URL|MAIL_FROM|WITNESS[A-Z_]+|METRICS_TOKEN|LOG_LEVEL|OTEL_[A-Z_]+|TRUSTED_PROXIES|RATE_LIMITS|DEMO_OPEN_TO_NETWORK)=' | tr -d =)
passed=""
for name in $settings; do passed="$passed --setenv $name $(printenv "$name")"; done
[ "$(id -u)" -ne 0 ] || as="setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs"
chmod 755 "$root"
# shellcheck disable=SC2086
${as:-} bwrap --unshare-all --share-net --new-session --as-pid-1 --info-fd 3 --cap-drop ALL --uid 10001 --gid 10001 \
  --ro-bind "$root" / --proc /proc --dev /dev --tmpfs /tmp --bind "$data" /data --remount-ro / --clearenv \
  --setenv NODE_ENV production --setenv DATA_DIR /data --setenv MALLOC_ARENA_MAX 2 --setenv MALLOC_MMAP_THRESHOLD_ 32768 --setenv MALLOC_TRIM_THRESHOLD_ 262144 \
  --setenv UV_THREADPOOL_SIZE 8 $passed --chdir /app \
  /usr/local/bin/node --max-semi-space-size=16 --max-old-space-size=256 "/app/${1:-server.js}" 3>"$root.info" &
# Signals go to Node itself, which is process 1 inside, as in a container.
trap 'kill -TERM "$(grep -o "child-pid\": [0-9]*" "$root.info" | grep -o "[0-9]*")"' TERM INT
status=0
wait $! || status=$?
# A signal ends the first wait.
wait $! || status=$?
exit "$status"
