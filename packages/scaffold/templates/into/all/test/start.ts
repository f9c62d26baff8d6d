import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_WITHIN_MS = 60_000;
const FORKS = 2;
const folder = join(import.meta.dirname, '..');
const [app = ''] = readdirSync(import.meta.dirname).filter((name) => name.startsWith('app.'));
/** The main files of a cluster and of a worker process, if they exist. */
const [main, worker] = ['dist/main.js', 'dist/worker.js'].map((name) => existsSync(join(folder, name)));

/** The started app of app.*. */
export type App = { readonly origin: string; readonly process: ChildProcess };

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
  if (worker)
    await run(context, ['dist/worker.js'], variables, ({ output }) => output.includes('taking jobs'));
  const command = main ? ['dist/main.js', join('test', app)] : [join('test', app)];
  const listening = await run(context, command, variables, ({ output }) => {
    const ports = [...output.matchAll(/listening on port (\d+)/g)];
    return ports.length === (main ? FORKS : 1) && ports[0]?.[1];
  });
  return { origin: `http://localhost:${listening.shown}`, process: listening.process };
}

type Running = { readonly process: ChildProcess; readonly output: string };

/** Starts a program until the test ends, and waits for a text in its output. */
async function run<T>(
  context: TestContext,
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  look: (running: Running) => T | false | undefined,
): Promise<{ readonly process: ChildProcess; readonly shown: T }> {
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
    const shown = look({ process: child, output });
    if (shown) return { process: child, shown };
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

/** Sends a request with a body. */
export async function ask(origin: string, body: Buffer<ArrayBuffer>): Promise<Response> {
  const type = (await takesOctets()) ? 'application/octet-stream' : 'application/json';
  const { task } = await built();
  return fetch(`${origin}/${task.name}`, { method: 'POST', body, headers: { 'Content-Type': type } });
}

/** Sends a request whose task takes a time. */
export const slow = (origin: string, ms: number): Promise<Response> => ask(origin, Buffer.from(`[${ms}]`));

/** Reads one of the measured inputs. */
export function sample(): Buffer<ArrayBuffer> {
  const [name = ''] = readdirSync(import.meta.dirname).filter((one) => one.startsWith('sample.'));
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
