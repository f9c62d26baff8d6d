import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** Just below the timeout of a test, which would not show the output. */
const READY_WITHIN_MS = 110_000;

/** A service that a test started. */
export type Service = { readonly origin: string; readonly child: ChildProcess };

/** Starts the built service, as it is deployed, on a free port until the test ends. */
export async function start(context: TestContext, env: Record<string, string> = {}): Promise<Service> {
  let output = '';
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      WORKERS: '2',
      LOG_LEVEL: 'info',
      QUEUE_NAME: `test-${crypto.randomUUID()}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  context.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await sleep(20)) {
    // A warning during the start means that a dependency, such as Redis, is missing.
    if (child.exitCode !== null || /"level":[456]0/.test(output)) break;
    const port = /"port":(\d+)[^\n]*"listening"/.exec(output)?.[1];
    const origin = `http://127.0.0.1:${port}`;
    const ready = port ? await fetch(`${origin}/readyz`).catch(() => undefined) : undefined;
    if (ready?.ok) return { origin, child };
  }
  throw new Error(`the service did not get ready: ${output || 'it has printed nothing'}`);
}

/** Starts the service with tasks whose time a test chooses. */
export const startSlow = (context: TestContext, env: Record<string, string> = {}): Promise<Service> => {
  const [module = ''] = readdirSync(import.meta.dirname).filter((name) => name.startsWith('slow.'));
  return start(context, { WORKLOAD: join(import.meta.dirname, module), ...env });
};

/** Sends a request whose task takes a time. */
export const slow = (origin: string, ms: number): Promise<Response> => fetch(`${origin}/slow?ms=${ms}`);

const contentOf = (name: string) => Buffer.from(readFileSync(join(import.meta.dirname, name)));

type Listed = {
  readonly body?: string;
  readonly answer: string;
  readonly type: string;
  readonly fields?: object;
  readonly differs?: true;
};

/** The requests that were measured, each with the answer that the function gave in its project. */
export const cases = (JSON.parse(`${contentOf('cases.json')}`) as Listed[]).map(
  ({ body, answer, type, fields = {}, differs = false }) => ({
    name: body ?? answer,
    request: body === undefined ? {} : { method: 'POST', body: contentOf(body) },
    answer: contentOf(answer),
    type: type.replace(/;.*/, ''),
    fields,
    differs,
  }),
);

/** Compares the sizes of answers whose contents differ each time: by a tenth, or by some digits. */
export const isAlike = (body: Uint8Array, answer: Uint8Array): boolean =>
  Math.abs(body.length - answer.length) <= Math.max(32, answer.length / 10);

/** Reads the route of the function. */
export async function route(): Promise<string> {
  const file = join(import.meta.dirname, '../dist/task.js');
  if (!existsSync(file)) throw new Error('dist/task.js is not there: npm run build');
  const { task } = await import(file);
  return `/${task.name}`;
}

/** Polls until a condition holds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}
