# The base images are arguments, so that a mirror or a local image can stand in for them. A release pins them by digest.
ARG BUILD_IMAGE=docker.io/library/node:26-bookworm-slim
ARG RUN_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY . .
# Installs what the lock file names, builds, and lists every package in CycloneDX.
RUN npm run build && npm sbom --sbom-format cyclonedx --omit dev > dist/sbom.cdx.json

FROM ${RUN_IMAGE} AS run
# Node needs these two libraries. The shop's own user has no shell and no home.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 libstdc++6 && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 redoubt && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin redoubt \
  && install --directory --owner=10001 --group=10001 /data
COPY --from=build /src/node_modules/node/bin/node /usr/local/bin/node
COPY --from=build /src/dist /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=32768 \
  MALLOC_TRIM_THRESHOLD_=262144 UV_THREADPOOL_SIZE=8 \
  NODE_OPTIONS="--max-semi-space-size=16 --max-old-space-size=256"
WORKDIR /app
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 CMD ["node", "/app/health-check.js"]
CMD ["node", "/app/server.js"]
