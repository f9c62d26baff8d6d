#!/usr/bin/env node
// This file is plain JavaScript, which an old Node.js can read. The bench is loaded on a newer one alone.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cli = new URL('./packages/bench/src/cli.js', import.meta.url);
const { oldest, fetched } = JSON.parse(
  readFileSync(new URL('./package.json', import.meta.url), 'utf8'),
).runtime;

if (isNewEnough(process.versions.node)) await import(cli.href);
else runOn(fetchNode());

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/**
 * Fetches Node.js from the npm package for this platform, which npm keeps. The package `node` would install it by a
 * script.
 */
function fetchNode() {
  const { platform, arch, versions } = process;
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${prefix}-${platform === 'win32' ? 'win' : platform}-${arch}`;
  console.error(
    `Node.js ${versions.node} is too old for this: npm fetches a newer one, which runs the services, too`,
  );
  const expression = 'process.versions.node+String.fromCharCode(32)+process.execPath'; // without characters that a shell interprets
  const args = ['exec', '--yes', `--package=${name}@${fetched}`, '--', 'node', '--print', expression];
  const { stdout } = spawnSync('npm', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: platform === 'win32',
  });
  const [, version = '0.0', program] = /^([\d.]+) (.+)$/m.exec(stdout ?? '') ?? [];
  if (isNewEnough(version)) return program;
  console.error(`npm cannot fetch ${name}@${fetched}: install Node.js ${oldest} or newer`);
  process.exit(1);
}

/** Runs the bench on another Node.js, which notices by the IPC channel when this process is killed. */
function runOn(program) {
  const child = spawn(program, [fileURLToPath(cli), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}
