import { taskMs } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';

/** The words of a decision, the same on the page, at the terminal and in an ADR. */

/** `` `primes` with upTo=200000, 10.2 ms of CPU time a task while all cores compute, on 2 cores `` */
export function scope(analysis: Analysis): string {
  const { workload } = analysis.run;
  const ms = taskMs(analysis);
  const input = wording.input({ input: workload.headline, setting: {} });
  const size =
    ms === undefined
      ? ''
      : `, ${format.duration(ms)} of CPU time a task${analysis.environment.cores > 1 ? ' while all cores compute' : ''}`;
  return `\`${workload.name}\`${input ? ` with ${input}` : ''}${size}, on ${wording.cores(analysis.environment)}`;
}

/** A task delays no other request if less than this share of its CPU time is on the event loop. */
const MOSTLY_ELSEWHERE = 0.2;

/** Explains that work which Node.js does on its own threads needs no strategy; empty for other work. */
export function offTheLoop({ run }: Analysis): string {
  const { loopShare, name } = run.workload;
  if (loopShare === undefined || loopShare >= MOSTLY_ELSEWHERE) return '';
  return `**This work needs none of these strategies.** Node.js already does it on its own threads: only ${(loopShare * 100).toFixed(0)} % of the CPU time of \`${name}\` is on the event loop. A single process that awaits it keeps its loop free, and uses as many cores as \`UV_THREADPOOL_SIZE\` allows (4 by default).`;
}
