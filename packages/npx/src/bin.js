#!/usr/bin/env node
// Plain JavaScript that an old Node.js can read; nothing of the bench is loaded on one.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cli = new URL('./packages/bench/src/cli.js', import.meta.url);
const { oldest, fetched } = JSON.parse(
  readFileSync(new URL('./package.json', import.meta.url), 'utf8'),
).runtime;

if (runsIt(process.versions.node)) await import(cli.href);
else runOn(fetchNode());

function runsIt(version) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/**
 * The program of npm's own package of Node.js, which npm keeps for the next time: of the one for this platform, which
 * `node` would install by a script.
 */
function fetchNode() {
  const { platform, arch, versions } = process;
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${prefix}-${platform === 'win32' ? 'win' : platform}-${arch}`;
  console.error(
    `Node.js ${versions.node} is too old for this: npm fetches a newer one, which runs the services, too`,
  );
  const what = 'process.versions.node+String.fromCharCode(32)+process.execPath'; // without what a shell would see
  const asked = ['exec', '--yes', `--package=${name}@${fetched}`, '--', 'node', '--print', what];
  const { stdout } = spawnSync('npm', asked, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: platform === 'win32',
  });
  const [, version = '0.0', program] = /^([\d.]+) (.+)$/m.exec(stdout ?? '') ?? [];
  if (runsIt(version)) return program;
  console.error(`npm cannot fetch ${name}@${fetched}: install Node.js ${oldest} or newer`);
  process.exit(1);
}

/** Where this process is killed, the channel says so to the other. */
function runOn(program) {
  const child = spawn(program, [fileURLToPath(cli), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}
