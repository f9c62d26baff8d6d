# Two images from one file: `contestant` (any of the four, chosen by working directory and command) and `bench`.
# Behind a package mirror: docker build --secret id=npmrc,src=$HOME/.npmrc …
# `node deploy/pin-images.ts` writes the image's current digest behind its tag.
ARG NODE_IMAGE=node:26-slim

# The first process of a container has no default action for a signal, so SIGTERM would be ignored until Node.js listens,
# and no other process reaps its orphans. -s: tini may run below Docker's or Compose's own init.
FROM ${NODE_IMAGE} AS with-init
RUN apt-get update && apt-get install --yes --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
ENTRYPOINT ["tini", "-s", "--"]

FROM ${NODE_IMAGE} AS source
WORKDIR /app
ENV CI=true
COPY package.json pnpm-workspace.yaml pnpm-lock.yaml ./
COPY packages packages

# Production dependencies only, without workloads that fail on demand; the image's own Node.js is the runtime.
FROM source AS contestant-install
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npx -y pnpm@12 install --prod --frozen-lockfile --filter '!@cpu-bound/stats' --filter '!@cpu-bound/measure' --filter '!@cpu-bound/study' --filter '!@cpu-bound/report' --filter '!@cpu-bound/questions' --filter '!@cpu-bound/lab' --filter '!@cpu-bound/bench' --filter '!@cpu-bound/conformance' --filter '!@cpu-bound/scaffold' --filter '!cpu-bound-endpoints' --filter '!@cpu-bound/planted' --filter '!@cpu-bound/npx' --filter '!./packages/peers/*' \
 && rm -rf packages/stats packages/measure packages/study packages/report packages/questions packages/lab packages/bench packages/conformance packages/scaffold packages/planted packages/npx packages/peers packages/*/src

# The package for npx: what a reader's project installs, and all that it measures.
FROM source AS bench-package
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npx -y pnpm@12 install --frozen-lockfile --filter '@cpu-bound/npx...' --filter '@cpu-bound/bench...' --filter '@cpu-bound/single...' --filter '@cpu-bound/cluster...' --filter '@cpu-bound/threads...' --filter '@cpu-bound/queue...'
COPY LICENSE .
COPY deploy/kubernetes deploy/kubernetes
RUN node packages/npx/src/build.ts && npm pack --pack-destination / ./packages/npx/dist

# Contestants are built from the same sources as the bench builds them.
FROM source AS built
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npx -y pnpm@12 install --prod --frozen-lockfile --filter '@cpu-bound/measure...' --filter '@cpu-bound/single...' --filter '@cpu-bound/cluster...' --filter '@cpu-bound/threads...' --filter '@cpu-bound/queue...' \
 && node packages/measure/src/host/image.ts /built packages/single packages/cluster packages/threads packages/queue \
 && rm -rf /built/packages/workload/src/poisoned /built/packages/workload/src/inspected

FROM with-init AS contestant
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=contestant-install /app .
COPY --from=built /built .
USER node
WORKDIR /app/packages/single
EXPOSE 3000
CMD ["node", "src/main.js"]

# A reader's project is mounted at /project. The bench runs as its owner, so the results are the reader's.
FROM with-init AS bench
ENV NODE_ENV=production HOME=/tmp
RUN apt-get update && apt-get install --yes --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/*
COPY --from=bench-package /cpu-bound-bench-*.tgz /opt/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc HOME=/root npm install --global /opt/cpu-bound-bench-*.tgz
COPY deploy/as-owner.sh /usr/local/bin/as-owner
WORKDIR /project
ENTRYPOINT ["tini", "-s", "--", "as-owner", "cpu-bound-bench"]
CMD ["run"]
