# Two images from one file: `contestant` (any of the four, chosen by working directory and command) and `bench`.
# Behind a package mirror: docker build --secret id=npmrc,src=$HOME/.npmrc …

FROM node:26-slim AS source
WORKDIR /app
ENV CI=true
COPY package.json pnpm-workspace.yaml pnpm-lock.yaml ./
COPY packages packages

# Production dependencies only; the image's own Node.js is the runtime.
FROM source AS contestant-install
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npx -y pnpm@12 install --prod --frozen-lockfile --filter '!@cpu-bound/bench' --filter '!@cpu-bound/conformance' --filter '!cpu-bound-endpoints' --filter '!@cpu-bound/planted' --filter '!./packages/peers/*' \
 && rm -rf packages/bench packages/conformance packages/planted packages/peers

FROM source AS bench-install
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npx -y pnpm@12 install --prod --frozen-lockfile

FROM node:26-slim AS contestant
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=contestant-install /app .
USER node
WORKDIR /app/packages/single
EXPOSE 3000
CMD ["node", "src/main.ts"]

FROM node:26-slim AS bench
ENV NODE_ENV=production
WORKDIR /app
COPY --from=bench-install /app .
RUN mkdir results && chown node results
USER node
ENTRYPOINT ["node", "packages/bench/src/cli.ts"]
CMD ["run"]
