#!/usr/bin/env node
// Plain JavaScript, and no import of ours before it is sure that this Node.js can run it.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cli = new URL('./packages/bench/src/cli.js', import.meta.url);
const { oldest, fetched } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')).runtime;

if (isOldEnough()) await import(cli.href);
else runOn(fetchNode());

function isOldEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** npm's own package of Node.js, which npm keeps for the next time. */
function fetchNode() {
  console.error(`Node.js ${process.versions.node} is older than ${oldest}: ${fetched} from npm runs this and the services`);
  const args = ['exec', '--yes', `--package=${fetched}`, '--', 'node', '--print', 'process.execPath'];
  const { stdout, status } = spawnSync('npm', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  const program = stdout?.trim().split('\n').at(-1);
  if (status === 0 && program) return program;
  console.error(`it cannot be fetched; install Node.js ${oldest} or newer`);
  process.exit(1);
}

/** The channel tells it when this process is gone, however that went. */
function runOn(program) {
  const child = spawn(program, [fileURLToPath(cli), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));
}
