import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { isClone } from '@cpu-bound/measure/host/clone';
import { withoutProxy } from '@cpu-bound/measure/host/direct';
import { BenchError, CATALOGUE, type ErrorCode } from '@cpu-bound/measure/model/errors';
import { refusalIn, type SystemRefusal } from '@cpu-bound/measure/model/system-error';
import { createWorkloads } from '@cpu-bound/measure/own/own-process';
import { logDisplay, terminalDisplay, wrappedText } from '@cpu-bound/study/progress/display';
import { Interrupted } from '@cpu-bound/study/run/interrupted';
import { WorkloadError } from '@cpu-bound/workload';
import { CommanderError } from 'commander';
import type { Surface } from './commands/surface.ts';
import { type Ending, EXIT_OK } from './program/context.ts';
import { createProgram } from './program/program.ts';

withoutProxy();
/** The folder of `packages/`. */
const top = resolve(import.meta.dirname, '../../..');
const interruption = new AbortController();
const isTerminal = process.stdout.isTTY === true && !process.env.CI;
const say = (text: string) => void process.stderr.write(`${wrappedText(text, process.stderr.columns)}\n`);
const display = isTerminal
  ? terminalDisplay(process.stdout)
  : logDisplay((line) => process.stdout.write(`${line}\n`));
const surface: Surface = {
  ...display,
  note: say,
  code: top,
  root: isClone(top) ? top : process.cwd(),
  // pnpm runs scripts at the root; a user's paths start where the command was given.
  cwd: (isClone(top) && process.env.INIT_CWD) || process.cwd(),
  isTerminal,
  columns: () => process.stdout.columns,
  workloads: createWorkloads(),
  signal: interruption.signal,
};
// The processes of the user's function and the services inherit it: its files are found from where the command was given.
process.chdir(surface.cwd);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interruption.abort(new Interrupted(signal)));
}
// The parent runs on another Node.js; when it ends, the bench ends too.
if (process.connected) process.on('disconnect', () => interruption.abort(new Interrupted('SIGHUP')));

// Messages that a library writes to the console are not output of the bench.
for (const level of ['log', 'info', 'debug', 'warn', 'error'] as const) console[level] = () => {};
let refusal: SystemRefusal | undefined;
process.stderr.on('error', () => {});
process.stdout.on('error', (error) => {
  refusal ??= refusalIn(error);
  interruption.abort(new Interrupted('SIGPIPE'));
});

function failureCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_OK : CATALOGUE.USAGE.exit;
  const refused = refusal ?? refusalIn(error);
  if (refused) return fail(refused, refused.code);
  if (interruption.signal.aborted) return CATALOGUE.INTERRUPTED.exit;
  if (error instanceof WorkloadError) return fail(error, 'USAGE');
  if (error instanceof BenchError) return fail(error, error.code);
  say(inspect(error)); // a bug of the bench: its stack helps
  return CATALOGUE.USAGE.exit;
}

function fail({ message }: Error, code: ErrorCode): number {
  say(message);
  return CATALOGUE[code].exit;
}

let code: number = EXIT_OK;
let meaning: string | undefined;
try {
  const finish = (result: number | Ending) => {
    [code, meaning] = typeof result === 'number' ? [result] : [result.exit, result.means];
  };
  const words = process.argv.slice(2);
  await createProgram({ surface, finish }).parseAsync(words.length > 0 ? words : ['--help'], {
    from: 'user',
  });
} catch (error) {
  display.end();
  code = failureCode(error);
}
display.end();
if (refusal && code !== CATALOGUE.SYSTEM.exit) code = fail(refusal, refusal.code);
// A script reads the code, and a person its meaning: it is the last line, wherever the code has one.
if (meaning !== undefined) say(`exit code ${code}: ${meaning}`);
process.exit(code);
