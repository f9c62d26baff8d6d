# Two images from one file: `contestant` (any of the four, chosen by working directory and command) and `bench`.
# Behind a package mirror: docker build --secret id=npmrc,src=$HOME/.npmrc …
# `node deploy/pin-images.ts` writes the digest of today's image behind its tag.
ARG NODE_IMAGE=node:26-slim

# The first process of a container has no default action for a signal, and nobody reaps for it: SIGTERM would be ignored
# until Node.js listens. -s: it may be the second one, below Docker's or Compose's own.
FROM ${NODE_IMAGE} AS with-init
RUN apt-get update && apt-get install --yes --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
ENTRYPOINT ["tini", "-s", "--"]

FROM ${NODE_IMAGE} AS source
WORKDIR /app
ENV CI=true
COPY package.json pnpm-workspace.yaml pnpm-lock.yaml ./
COPY packages packages

# Production dependencies only, and nothing that can be told to fail; the image's own Node.js is the runtime.
FROM source AS contestant-install
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npx -y pnpm@12 install --prod --frozen-lockfile --filter '!@cpu-bound/stats' --filter '!@cpu-bound/measure' --filter '!@cpu-bound/study' --filter '!@cpu-bound/report' --filter '!@cpu-bound/questions' --filter '!@cpu-bound/lab' --filter '!@cpu-bound/bench' --filter '!@cpu-bound/conformance' --filter '!@cpu-bound/scaffold' --filter '!cpu-bound-endpoints' --filter '!@cpu-bound/planted' --filter '!@cpu-bound/npx' --filter '!./packages/peers/*' \
 && rm -rf packages/stats packages/measure packages/study packages/report packages/questions packages/lab packages/bench packages/conformance packages/scaffold packages/planted packages/npx packages/peers packages/*/src

FROM source AS bench-install
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npx -y pnpm@12 install --prod --frozen-lockfile

# What is started is built of the same sources, as the bench builds them.
FROM source AS built
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npx -y pnpm@12 install --prod --frozen-lockfile --filter '@cpu-bound/measure...' --filter '@cpu-bound/single...' --filter '@cpu-bound/cluster...' --filter '@cpu-bound/threads...' --filter '@cpu-bound/queue...' \
 && node packages/measure/src/host/build/image.ts /built packages/single packages/cluster packages/threads packages/queue \
 && rm -rf /built/packages/workload/src/poisoned

FROM with-init AS contestant
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=contestant-install /app .
COPY --from=built /built .
USER node
WORKDIR /app/packages/single
EXPOSE 3000
CMD ["node", "src/main.js"]

FROM with-init AS bench
ENV NODE_ENV=production
WORKDIR /app
COPY --from=bench-install /app .
RUN mkdir results && chown node results
USER node
ENTRYPOINT ["tini", "-s", "--", "node", "packages/bench/src/cli.ts"]
CMD ["run"]
