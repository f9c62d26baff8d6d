import { reasonOf } from '@cpu-bound/workload';

const ADVICE =
  'If that is code of your workload, its module must only export the function, and start nothing by itself';
const REMEDY = 'The measurements are stored; to continue: bench run --resume';

/**
 * Reports stray ends of the bench. A workload's module is loaded into the bench, too, for its oracle and its inputs.
 * A timer of it, or a promise that nobody awaits, would otherwise end the bench silently or with a stack.
 *
 * @param end restores the terminal
 * @returns a function that marks the end as intended
 */
export function watchForStrayEnds(end: () => void, exitCode: number): () => void {
  let isOver = false;
  const fail = (sentence: string) => {
    isOver = true;
    end();
    process.stderr.write(`${sentence}. ${ADVICE}. ${REMEDY}\n`);
  };
  process.on('uncaughtException', (error, origin) => {
    const event =
      origin === 'unhandledRejection' ? 'a promise that nobody awaits failed' : 'stray code threw an error';
    const reason = reasonOf(error);
    fail(`the bench ends, because ${event}: ${reason}`);
    if (error instanceof Error && reason === error.message) process.stderr.write(`${error.stack}\n`); // a bug of the bench: its stack helps
    process.exit(exitCode);
  });
  process.on('exit', (code) => {
    if (isOver) return;
    fail(`the bench ends, because stray code called process.exit(${code})`);
    process.exitCode = exitCode;
  });
  return () => {
    isOver = true;
  };
}
