import { relative, sep } from 'node:path';
import { shellWord } from '@cpu-bound/measure/model/shell-word';
import type { Written } from './options.ts';

type ContainerOptions = Pick<Written, 'out' | 'project' | 'title' | 'variables'>;

const IMAGE = 'node:26-slim';
const posix = (path: string) => path.split(sep).join('/');

/** Finds the path of the service's folder from the context. */
const placeIn = ({ out, project }: ContainerOptions): string => posix(relative(project, out)) || '.';
/** Finds the path of the context from the service's folder. */
export const contextOf = ({ out, project }: ContainerOptions): string => posix(relative(out, project)) || '.';

/** Writes a path where Docker reads variables, quotes and patterns. */
const inDockerfile = (path: string) => path.replace(/[^\w./-]/g, '\\$&');

/** Words with spaces are written as JSON. */
const copy = (flags: string, ...words: readonly string[]) =>
  `COPY ${flags}${words.some((word) => word.includes('\\')) ? JSON.stringify(words) : words.join(' ')}`;

export function dockerfile(options: ContainerOptions): string {
  const place = placeIn(options);
  const name = options.title;
  const copyBuilt = (names: readonly string[], to: string) =>
    copy('--from=build ', ...names.map((name) => `/project/${inDockerfile(place)}/${name}`), to);
  const file = place === '.' ? 'Dockerfile' : `${place}/Dockerfile`;
  return `# The context is the folder that has your function, since the build bundles it:
#   docker build -t ${name} -f ${shellWord(file)} .        (in ${contextOf(options) === '.' ? 'this folder' : `${contextOf(options)} of this folder`})
#   docker run --init --read-only -p 3000:3000 ${name}
ARG NODE_IMAGE=${IMAGE}

FROM \${NODE_IMAGE} AS build
WORKDIR /project/${place === '.' ? '' : `${inDockerfile(place)}/`}
# Packages are installed first, and again only when they change. Behind a mirror: --secret id=npmrc,src=$HOME/.npmrc
${copy('', `${inDockerfile(place)}/package*.json`, './')}
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm install --no-audit --no-fund
COPY . /project
RUN npm run build && npm prune --omit=dev

FROM \${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
${copyBuilt(['package.json', 'openapi.json'], './')}
${copyBuilt(['node_modules'], 'node_modules')}
${copyBuilt(['dist'], 'dist')}
USER node
EXPOSE 3000
# It ends at SIGTERM as the first process, too. \`init\` (--init, or init: true) reaps orphaned processes.
CMD ["node", "dist/main.js"]
`;
}

/** `Dockerfile.dockerignore`: BuildKit reads it next to the Dockerfile that `-f` names. */
export const dockerignore = `**/node_modules
**/dist
**/.git
**/results
`;

/** Writes a path in YAML, where Compose reads variables. */
const inCompose = (path: string) =>
  /^[\w./-]+$/.test(path) ? path : JSON.stringify(path.replaceAll('$', '$$$$'));

/** Writes a Compose file with API, workers and Redis. */
export function composeFile(options: ContainerOptions): string {
  const place = placeIn(options);
  return `# docker compose up --build --scale worker=4
x-service: &service
  build:
    context: ${inCompose(contextOf(options))}
    dockerfile: ${inCompose(place === '.' ? 'Dockerfile' : `${place}/Dockerfile`)}
  image: ${options.title}
  init: true
  restart: unless-stopped
  read_only: true
  cap_drop: [ALL]
  security_opt: ["no-new-privileges:true"]
  stop_grace_period: 15s

x-environment: &environment
  REDIS_URL: redis://redis:6379
  REDIS_PASSWORD: \${REDIS_PASSWORD:-only-for-this-machine}
${(options.variables ?? []).map((name) => `  ${name}: \${${name}:?set it for your function}\n`).join('')}
services:
  api:
    <<: *service
    ports: ["127.0.0.1:3000:3000"]
    environment:
      <<: *environment
      WORKERS: "0" # they are the service below
    healthcheck:
      test:
        - CMD
        - node
        - -e
        - "fetch('http://127.0.0.1:3000/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
      interval: 5s
      timeout: 3s
      start_period: 10s
    # It is stopped before the services that it depends on, so accepted requests still find their workers.
    depends_on:
      redis: { condition: service_healthy }
      worker: { condition: service_started }

  worker:
    <<: *service
    command: ["node", "dist/worker.js"]
    environment: *environment
    healthcheck: { disable: true } # it serves no HTTP; another worker takes the jobs of a dead one
    depends_on:
      redis: { condition: service_healthy }

${COMPOSE_REDIS}volumes:
  redis-data:
`;
}

const COMPOSE_REDIS = `  redis:
    image: redis:8-alpine
    restart: unless-stopped
    # Append-only: an accepted job survives a restart. noeviction: BullMQ must not lose a key; beyond maxmemory Redis
    # refuses to write, and the queue answers 503. The configuration comes by the standard input: everyone who lists
    # processes can read an argument.
    command:
      - sh
      - -c
      - |
        exec redis-server - <<EOF
        requirepass "$$REDISCLI_AUTH"
        appendonly yes
        maxmemory 640mb
        maxmemory-policy noeviction
        EOF
    user: redis
    read_only: true
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    environment:
      REDISCLI_AUTH: \${REDIS_PASSWORD:-only-for-this-machine}
    volumes: ["redis-data:/data"]
    healthcheck:
      test: ["CMD-SHELL", "redis-cli ping | grep -q PONG"]
      interval: 2s
      timeout: 2s
      retries: 15

`;
