import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** Just below the timeout of a test, which would not show the output. */
const READY_WITHIN_MS = 110_000;
const FORKS = 2;
const folder = join(import.meta.dirname, '..');
const [app = ''] = readdirSync(import.meta.dirname).filter((name) => name.startsWith('app.'));
const hasMain = existsSync(join(folder, 'dist/main.js'));
const hasWorker = existsSync(join(folder, 'dist/worker.js'));

/** The started app of app.*. */
export type App = { readonly origin: string; readonly child: ChildProcess };

/** Starts the app on a free port until the test ends, and the workers of a queue. */
export async function start(context: TestContext, env: Record<string, string> = {}): Promise<App> {
  const variables = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: '0',
    WORKERS: String(FORKS),
    LOG_LEVEL: 'info',
    QUEUE_NAME: `test-${crypto.randomUUID()}`,
    ...env,
  };
  if (hasWorker)
    await run(context, ['dist/worker.js'], variables, (output) => output.includes('taking jobs'));
  const command = hasMain ? ['dist/main.js', join('test', app)] : [join('test', app)];
  const { child, found } = await run(context, command, variables, (output) => {
    const ports = [...output.matchAll(/listening on port (\d+)/g)];
    return ports.length === (hasMain ? FORKS : 1) && ports[0]?.[1];
  });
  return { origin: `http://localhost:${found}`, child };
}

/** Starts a program until the test ends, and waits until `find` finds a value in its output. */
async function run<T>(
  context: TestContext,
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  find: (output: string) => T | false | undefined,
): Promise<{ readonly child: ChildProcess; readonly found: T }> {
  const child = spawn(process.execPath, command, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  context.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await sleep(20)) {
    const found = find(output);
    if (found) return { child, found };
    if (child.exitCode !== null) break;
  }
  throw new Error(`${command.join(' ')} did not get ready: ${output || 'it has printed nothing'}`);
}

/** Starts the app with tasks whose time a test chooses. */
export const startSlow = (context: TestContext, env: Record<string, string> = {}): Promise<App> => {
  const [module = ''] = readdirSync(import.meta.dirname).filter((name) => name.startsWith('slow.'));
  return start(context, { WORKLOAD: join(import.meta.dirname, module), ...env });
};

const built = () => import(join(folder, 'dist/task.js'));

/** Returns true if the input of the function is octets. */
async function takesOctets(): Promise<boolean> {
  const { inputOf } = await built();
  return 'octets' in inputOf(new Uint8Array());
}

/** Finds the route of the function, and the headers of a request for it. */
async function targetOf(origin: string) {
  const { task } = await built();
  const type = (await takesOctets()) ? 'application/octet-stream' : 'application/json';
  return { url: `${origin}/${task.name}`, headers: { 'Content-Type': type } };
}

/** Sends a request with a body. */
export async function ask(origin: string, body: Buffer<ArrayBuffer>): Promise<Response> {
  const { url, headers } = await targetOf(origin);
  return fetch(url, { method: 'POST', body, headers });
}

/** Sends a request whose task takes a time. */
export const slow = (origin: string, ms: number): Promise<Response> => ask(origin, Buffer.from(`[${ms}]`));

/** Sends slow requests over a kept connection until one fails. Returns true if that was not the first on its connection. */
export async function isResetWhileKept(origin: string, onAnswer: () => void): Promise<boolean> {
  const { url, headers } = await targetOf(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const asked = request(url, { method: 'POST', agent, headers }).end('[20]');
    try {
      const [response] = await once(asked, 'response');
      for await (const _ of response);
      onAnswer();
    } catch {
      return asked.reusedSocket;
    }
  }
}

/** Reads one of the measured inputs. */
export function sample(): Buffer<ArrayBuffer> {
  const [name = ''] = readdirSync(import.meta.dirname).filter((name) => name.startsWith('sample.'));
  return Buffer.from(readFileSync(join(import.meta.dirname, name)));
}

/** Returns the function's output for an input, without the strategy. */
export async function expected(body: Buffer): Promise<Record<string, unknown>> {
  const { task, inputOf } = await built();
  return task.run(inputOf((await takesOctets()) ? body : JSON.parse(body.toString())));
}

/** Polls until a condition holds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}
