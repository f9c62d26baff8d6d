import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { primes, type ServedWorkload, type Workload } from '@cpu-bound/workload';
import { createAdmission } from '../src/http/admission.ts';
import { createApp, type Strategy } from '../src/http/app.ts';
import { readConfig } from '../src/run/config.ts';
import { createLog, type ServiceContext } from '../src/run/context.ts';
import { createKernel } from '../src/run/kernel.ts';
import { type ListenOptions, listen, type RunningServer } from '../src/run/service.ts';

export type Served = {
  readonly origin: string;
  readonly server: RunningServer;
  /** The reported errors, which the client did not cause. */
  readonly unexpected: unknown[];
};

/** The parts of an app that a test replaces. */
type Replaced = Partial<Strategy> & {
  readonly workload?: ServedWorkload;
  readonly config?: Partial<ServiceContext['config']>;
};

/** Serves an app like that of `single` until the test ends. */
export async function serveApp(context: TestContext, replaced: Replaced = {}): Promise<Served> {
  const { workload = primes as unknown as Workload, config, ...strategy } = replaced;
  const unexpected: unknown[] = [];
  const log = createLog('silent');
  log.error = ({ err }: { readonly err: unknown }) => unexpected.push(err);
  const values = { ...readConfig({}), ...config };
  const app = createApp(
    {
      workload: workload as Workload,
      config: values,
      log,
      lifecycle: { stopping: false, onStop: () => {}, stop: () => Promise.reject() },
    },
    { compute: createKernel(workload), ...strategy },
    createAdmission(values.MAX_PENDING),
  );
  return { ...(await serveHandler(context, app)), unexpected };
}

/** The timeouts are so long that no test meets one by chance. */
export const listening: ListenOptions = {
  HOST: '127.0.0.1',
  PORT: 0,
  STALL_TIMEOUT_MS: 60_000,
  UPLOAD_TIMEOUT_MS: 60_000,
  DRAIN_DELAY_MS: 0,
  DRAIN_TIMEOUT_MS: 20_000,
};

/** Serves a bare handler until the test ends. */
export async function serveHandler(
  context: TestContext,
  handler: RequestListener,
  options: Partial<ListenOptions> = {},
): Promise<Omit<Served, 'unexpected'>> {
  const server = await listen(handler, { ...listening, ...options });
  context.after(() => server.drain().catch(() => {})); // one test leaves a request unanswered
  return { origin: `http://127.0.0.1:${server.port}`, server };
}

/** A raw connection. */
export type Wire = {
  readonly socket: Socket;
  send(path: string): void;
  /** Reads the head and the body of the next answer; rejects if the connection ends first. */
  answer(): Promise<{ head: string; body: string }>;
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<unknown>;
};

/** Opens a raw connection, which stays open until either side closes it. */
export async function wire(context: TestContext, port: number): Promise<Wire> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  context.after(() => socket.destroy());
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  let text = '';
  return {
    socket,
    closed,
    send: (path) => void socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`),
    async answer() {
      for (;;) {
        const [, head = '', length = '0', rest = ''] =
          /^(.*?content-length: (\d+).*?)\r\n\r\n(.*)$/is.exec(text) ?? [];
        if (head !== '' && rest.length >= Number(length)) {
          text = rest.slice(Number(length));
          return { head, body: rest.slice(0, Number(length)) };
        }
        const chunk = await Promise.race([once(socket, 'data'), closed.then(() => undefined)]);
        if (!chunk) throw new Error(`the connection ended after: ${text}`);
        text += chunk[0];
      }
    },
  };
}
