import type { IntoOptions } from '../options.ts';
import { importing, importOf } from '../task.ts';

/** Writes `src/task.ts`: the function as the work of the strategy, and the form of its input between threads. */
export function workFile(options: IntoOptions): string {
  const { name, from, route, call, language } = options;
  const { imported, callee } = importOf(options);
  const ts = (text: string) => (language === 'ts' ? text : '');
  const { field, type, argument } = {
    JSON: {
      field: 'value',
      type: 'Json',
      argument: `value${ts(` as unknown as Parameters<typeof ${callee}>[0]`)}`,
    },
    octets: { field: 'octets', type: 'Uint8Array', argument: `bufferOf(octets${ts(' as Uint8Array')})` },
    arguments: {
      field: 'args',
      type: 'readonly Json[]',
      argument: `...${language === 'ts' ? `(args as unknown as Parameters<typeof ${callee}>)` : 'args'}`,
    },
  }[call.kind];
  const helpers = call.kind === 'octets' ? 'answerOf, bufferOf' : 'answerOf';
  const types = call.kind === 'octets' ? 'Work' : 'Json, Work';
  const imports = [
    importing(imported, from),
    importing(`{ ${helpers} }`, './workload/call.js'),
    ts(importing(`type { ${types} }`, './workload/served.js')),
  ];
  return `${imports.join('')}
/** Wraps an input for threads and processes. */
export const inputOf = (${field}${ts(': unknown')}) => ({ ${field}${ts(`: ${field} as ${type}`)} });

/** Calls your function. */
export const task${ts(`: Work<{ readonly ${field}: ${type} }>`)} = {
  name: '${route}',
  run: ({ ${field} }) => answerOf(${callee}(${argument}), '${name}'),
};
`;
}

/** Writes `index.d.ts`: the types of the exports, which follow from the function. */
export function typesFile(options: IntoOptions): string {
  const { from, call, strategy } = options;
  const { imported, callee } = importOf(options);
  const input = {
    JSON: `Parameters<typeof ${callee}>[0]`,
    octets: 'Uint8Array',
    arguments: `Parameters<typeof ${callee}>`,
  }[call.kind];
  const isQueue = strategy === 'queue';
  return `import type { Server, ServerResponse } from 'node:http';
${isQueue ? "import type { Queue } from 'bullmq';\n" : ''}${importing(`type ${imported}`, from.replace(/\.([cm]?)tsx?$/, '.$1js'))}
export type Input = ${input};
type Returned = Awaited<ReturnType<typeof ${callee}>>;
/** The value that your function returned. An answer of octets has them in its field \`octets\`. */
export type Output = Returned extends Uint8Array ? { octets: Uint8Array } : Returned;

export type Options = {
${isQueue ? "  /** Your queue, which has a name, a connection and a prefix. */\n  readonly queue: Pick<Queue, 'name' | 'opts'>;\n" : ''}  /** The variables (README); default: those of the process. */
  readonly env?: NodeJS.ProcessEnv;
};

export type Started = {
  /**
   * Computes an input, which may wait behind others.
   *
   * @param options.signal a waiting task is not computed after it aborts
   * @throws HttpProblem with 503 beyond the limit, or 504 at the deadline
   */
  compute(input: Input, options?: { readonly signal?: AbortSignal }): Promise<Output>;
  /** Finishes accepted requests, and ends the strategy. */
  stop(): Promise<void>;
};

/** @throws ConfigError that names an unusable variable */
export function start(options${isQueue ? '' : '?'}: Options): Promise<Started>;

/** Closes a server of node:http: it answers the requests that have arrived, and announces the end of their connections. */
export function closeServer(server: Server, timeoutMs?: number): Promise<void>;

/** Creates a signal that aborts when the client of this response leaves. */
export function clientSignal(response: ServerResponse): AbortSignal;

/** An error with its answer, a problem document (RFC 9457). */
export class HttpProblem extends Error {
  constructor(document: { status: number; detail: string }, headers?: Readonly<Record<string, string>>);
  readonly document: { readonly status: number; readonly title: string; readonly detail: string };
  readonly headers: Readonly<Record<string, string>>;
}
`;
}
