import { randomUUID } from 'node:crypto';
import { profilePage } from '@cpu-bound/lab/profile/page';
import { record } from '@cpu-bound/lab/profile/record';
import { ContestantFailure } from '@cpu-bound/measure/host/contestant-failure';
import { startGuard } from '@cpu-bound/measure/host/guard';
import { sweep } from '@cpu-bound/measure/host/marker';
import { createGenerators } from '@cpu-bound/measure/load/loads';
import { completeSettings, type RunFlags } from '@cpu-bound/study/config/complete';
import { UsageError } from '@cpu-bound/study/config/config';
import { scenarios } from '@cpu-bound/study/scenarios/scenarios';
import { backendsFor } from './backends-for.ts';
import type { Surface } from './surface.ts';

/** The flags of `bench profile` as they were typed. */
export type ProfileFlags = Pick<RunFlags, 'contestants' | 'workload' | 'param'> & {
  readonly seconds: string;
};

const HOW_TO_READ =
  "Self time on every thread of every process, by V8's sampling profiler, while a closed loop saturates the contestant. " +
  'Waiting for a core counts, and blocking on shared memory; sleeping does not. The profiler itself slows what it watches: for throughput, see `bench run`.';

/**
 * `bench profile`: where the time of a contestant's requests goes, function by function, as Markdown.
 *
 * @returns the ids of the contestants that failed; what they said is printed
 * @throws UsageError with every problem of the flags at once
 */
export async function profileCommand(flags: ProfileFlags, surface: Surface): Promise<string[]> {
  const { print, signal } = surface;
  const { config, seconds } = await complete(flags, surface);
  const { headline, workloadSpecifier: workload, connections, contestants } = config;
  const mark = randomUUID();
  const guard = startGuard(mark);
  const generators = createGenerators();
  try {
    const backends = await backendsFor(contestants, guard, surface);
    const { redis, provisions, missing } = backends;
    try {
      const kernelMs = async (threads: number) =>
        (await generators.reference.run({ workload, query: headline, ms: seconds * 1000, threads }, signal))
          .wallMs;
      const alone = await kernelMs(1);
      const together = await kernelMs(config.cores);
      const kernel = { alone, together, cores: config.cores };
      const input = new URLSearchParams(headline).toString();
      const failed = missing.map(({ contestant }) => contestant);
      print(HOW_TO_READ);
      for (const contestant of contestants.filter(({ id }) => !failed.includes(id))) {
        try {
          const recorded = await record(
            contestant,
            { config, redis, provisions, signal, generators },
            seconds,
          );
          const { title } = contestant;
          print(`\n${profilePage(recorded, { title, input, workload, connections, seconds, kernel })}`);
        } catch (error) {
          if (!(error instanceof ContestantFailure)) throw error;
          await generators.stop(); // still in the middle of a load that nobody answers any more
          print([`${contestant.id} failed: ${error.message}`, ...error.log].join('\n'));
          failed.push(contestant.id);
        }
      }
      return failed;
    } finally {
      await backends.stop();
    }
  } finally {
    await generators.stop();
    await sweep(mark);
  }
}

async function complete({ seconds: typed, ...flags }: ProfileFlags, { root, cwd }: Surface) {
  const seconds = Number(typed);
  const isSound = Number.isInteger(seconds) && seconds >= 1 && seconds <= 60;
  const problems = isSound ? [] : [`--seconds ${typed}: accepted: an integer from 1 to 60`];
  const config = await completeSettings(flags, { root, cwd, scenarios, now: new Date() }).catch((error) => {
    if (!(error instanceof UsageError)) throw error;
    problems.push(...error.problems);
  });
  if (problems.length > 0 || !config) throw new UsageError(problems);
  return { config, seconds };
}
