// Installs what a script needs, before it runs. This file is plain JavaScript: an old Node.js reads it, too. The scripts
// start the pinned Node.js by `env`, because their shell remembers the place of the one that has run this file.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const { npm_config_user_agent: agent = '', npm_lifecycle_event: script = '' } = process.env;
const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const pinned = manifest.dependencies.node;
const isForTests = process.argv.includes('--all');
/** A run of the bench needs fewer packages than the tests. What is there already stays. */
const isAll = isForTests || existsSync('node_modules/typescript');
const SMALL = ['--prod', '--filter=.', '--filter=./packages/*'];

const [, major = '0'] = /^pnpm\/(\d+)/.exec(agent) || [];
if (Number(major) < 12) fail(`this repository is installed by pnpm 12; accepted: npx -y pnpm@12 ${script}`);
if (isForTests || !isReady()) {
  // A tree that an older pnpm has made is replaced only if everything is installed.
  if (!install(isAll ? [] : SMALL) && (isAll || !install([])))
    fail('pnpm could not install the packages, for the reason above');
  if (!isPinned()) pnpm('rebuild', '--pending'); // an earlier installation may have run no install scripts
  if (!isPinned())
    fail(
      `Node.js ${pinned} is not installed, because pnpm runs no install scripts; accepted: npx -y pnpm@12 ${script}, without ignore-scripts in the settings of pnpm`,
    );
}

function install(flags) {
  return pnpm('install', '--frozen-lockfile', ...flags);
}

/** Runs pnpm, which prints on stderr: stdout belongs to the script. */
function pnpm(...args) {
  return (
    spawnSync('pnpm', args, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' }).status === 0
  );
}

/** Tells whether the lockfile is installed, by pnpm's own check. */
function isReady() {
  const env = { ...process.env, pnpm_config_verify_deps_before_run: 'error' };
  return versionBy('pnpm', ['exec', 'node', '--version'], { env }) === pinned;
}

/** Tells whether the scripts run the pinned Node.js. */
function isPinned() {
  return versionBy('node', ['--version'], {}) === pinned;
}

function versionBy(program, args, options) {
  const { stdout } = spawnSync(program, args, {
    ...options,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return (stdout || '').trim().replace(/^v/, '');
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
