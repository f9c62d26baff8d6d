import { resolve } from 'node:path';
import { isClone } from '@cpu-bound/measure/host/known-environment';
import { CATALOGUE, refusalIn, type SystemRefusal } from '@cpu-bound/measure/model/errors';
import { createWorkloads } from '@cpu-bound/measure/own/own-process';
import { logDisplay, terminalDisplay, wrappedText } from '@cpu-bound/study/progress/display';
import { Interrupted } from '@cpu-bound/study/run/context';
import type { Surface } from './commands/surface.ts';
import { exitOf } from './program/program.ts';

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
/** Longer than all services, the last block and the report take to end. The guard ends whatever is left then. */
const END_WITHIN_MS = 60_000;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!interruption.signal.aborted) setTimeout(endAnyway, END_WITHIN_MS);
    interruption.abort(new Interrupted(signal));
  });
}
function endAnyway(): void {
  say(
    `did not end within ${END_WITHIN_MS / 1000} s of the interruption, and was ended; the measurements stay stored`,
  );
  process.exit(CATALOGUE.INTERRUPTED.exit);
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

let { exit: code, means } = await exitOf(process.argv.slice(2), surface);
// The reason of an interruption by the system counts, and not the interruption.
if (refusal && code !== CATALOGUE.SYSTEM.exit) {
  say(refusal.message);
  [code, means] = [CATALOGUE[refusal.code].exit, undefined];
}
// A script reads the code, and a person its meaning: it is the last line, wherever the code has one.
if (means !== undefined) say(`exit code ${code}: ${means}`);
process.exit(code);
