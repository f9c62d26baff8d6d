import assert from 'node:assert/strict';
import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContestantManifest } from '@cpu-bound/service/manifest';
import { builtInFile } from '@cpu-bound/workload';
import { spawn } from '@cpu-bound/workload/test/child-process';

/** A contestant that was started by its manifest. */
export type Started = {
  readonly origin: string;
  readonly child: ChildProcess;
  /** The folder of its temporary files; `endContestant` removes it. */
  readonly temporary: string;
  readonly output: () => string;
  /** Resolves with the exit code, or with the name of the signal. */
  readonly ended: Promise<number | string>;
};

/** A start takes a small part of this, also with a tenth of a core. */
const READY_WITHIN_MS = 180_000;

/** The folder of a contestant, one of its variants (`folder:variant`), or a manifest that the caller changed. */
export type Place = string | (ContestantManifest & { readonly folder: string });

/** Reads the manifest of a folder or of a variant. */
export function readManifest(place: Place): ContestantManifest & { readonly folder: string } {
  if (typeof place !== 'string') return place;
  const { folder = place, variant } = /^(?<folder>.*):(?<variant>[a-z][a-z0-9-]*)$/.exec(place)?.groups ?? {};
  const manifest: ContestantManifest = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ).contestant;
  const changes = variant === undefined ? undefined : manifest.variants?.[variant];
  if (variant !== undefined && !changes) throw new Error(`${folder} has no variant ${variant}`);
  return { ...manifest, ...changes, env: { ...manifest.env, ...changes?.env }, folder };
}

/** Most systems give the ports above these to clients, and to servers that ask for any port. */
const PORTS = { first: 20_000, last: 32_767 } as const;

/** Finds a free port outside of the range from which the system could give it to another process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.last + 1);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue;
      throw error;
    }
    await once(server.close(), 'close');
    return port;
  }
}

/** Spawns a contestant without waiting for it. Each has a queue name of its own. */
export async function spawnContestant(place: Place, env: Record<string, string> = {}): Promise<Started> {
  const { folder, command, env: fixed } = readManifest(place);
  const [program, ...args] = command;
  const port = Number(env.PORT ?? (await freePort()));
  const temporary = mkdtempSync(join(tmpdir(), 'conformance-'));
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: folder,
    detached: true,
    env: {
      WORKERS: '2',
      LOG_LEVEL: 'warn',
      // A scaffolded service loads another workload than its own in tests alone, by the path of a module.
      NODE_ENV: 'test',
      WORKLOAD: builtInFile('primes'),
      TMPDIR: temporary,
      QUEUE_NAME: `conformance-${crypto.randomUUID()}`,
      ...fixed,
      PORT: String(port),
      ...env,
    },
  });
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  return { origin: `http://127.0.0.1:${port}`, child, temporary, output: outputOf(child), ended };
}

/** Collects what a process writes. */
export function outputOf({ stdout, stderr }: ChildProcessWithoutNullStreams): () => string {
  let output = '';
  for (const stream of [stdout, stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return () => output;
}

/** Starts a contestant and waits for `/readyz`. */
export async function startContestant(folder: Place, env: Record<string, string> = {}): Promise<Started> {
  const started = await spawnContestant(folder, env);
  for (const deadline = performance.now() + READY_WITHIN_MS; performance.now() < deadline; await sleep(20)) {
    const response = await fetch(`${started.origin}/readyz`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 200) return started;
    if (started.child.exitCode !== null) break;
  }
  await endContestant(started);
  throw new Error(`${readManifest(folder).id} did not get ready: ${started.output()}`);
}

/** Starts a contestant before the tests of a `describe`, and ends it after them. @returns a function that gives it */
export function serviceOf(folder: Place, env: Record<string, string> = {}): () => Started {
  let service: Started | undefined;
  before(async () => {
    service = await startContestant(folder, env);
  });
  after(() => service && endContestant(service));
  return () => service ?? assert.fail('it is started before the first test');
}

/** Starts a contestant, waits for `/readyz`, and ends it after the test. */
export async function startForTest(
  t: TestContext,
  folder: Place,
  env: Record<string, string> = {},
): Promise<Started> {
  const service = await startContestant(folder, env);
  t.after(() => endContestant(service));
  return service;
}

/** Kills the process group of a contestant, in any state. */
export async function endContestant({ child, ended, temporary }: Started): Promise<void> {
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  } catch {} // gone already
  await ended;
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}
