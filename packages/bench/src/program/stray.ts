import { reasonOf } from '@cpu-bound/workload';

const ADVICE =
  'If that is code of your workload, let its module export what is to be measured, and start nothing by itself';
const KEPT = 'What was measured is kept: bench run --resume goes on.';

/**
 * A workload's module is loaded into the bench, too, for its oracle and its inputs. What such a module does later, by a
 * timer or in a promise that nobody awaits, would end the bench without a word, or with a stack.
 *
 * @param end restores the terminal
 * @returns marks that the bench ends by itself
 */
export function watchForStrayEnds(end: () => void, exitCode: number): () => void {
  let isOver = false;
  const fail = (sentence: string) => {
    isOver = true;
    end();
    process.stderr.write(`${sentence}. ${ADVICE}. ${KEPT}\n`);
  };
  process.on('uncaughtException', (error, origin) => {
    const what =
      origin === 'unhandledRejection' ? 'a promise that nobody awaits failed' : 'an error was thrown';
    const reason = reasonOf(error);
    fail(`the bench ends, because ${what} beside it: ${reason}`);
    if (error instanceof Error && reason === error.message) process.stderr.write(`${error.stack}\n`); // a mistake of ours
    process.exit(exitCode);
  });
  process.on('exit', (code) => {
    if (isOver) return;
    fail(`the bench ends, because process.exit(${code}) was called beside it`);
    process.exitCode = exitCode;
  });
  return () => {
    isOver = true;
  };
}
