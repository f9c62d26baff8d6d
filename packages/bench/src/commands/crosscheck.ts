import { cpus } from 'node:os';
import { readContestant } from '@cpu-bound/lab/crosscheck/contestant';
import { crosscheckPage, type LoadReadings } from '@cpu-bound/lab/crosscheck/page';
import { findInstalled } from '@cpu-bound/lab/crosscheck/run-tool';
import { tools } from '@cpu-bound/lab/crosscheck/tools';
import { questions } from '@cpu-bound/questions/questions';
import { completeSettings } from '@cpu-bound/study/config/complete';
import type { RunSettings } from '@cpu-bound/study/config/config';
import type { RunFlags } from '@cpu-bound/study/config/flags';
import type { Surface } from './surface.ts';
import { withBench } from './with-bench.ts';

export type CrosscheckFlags = Pick<
  RunFlags,
  'contestants' | 'workload' | 'param' | 'rounds' | 'seed' | 'out'
>;

const ROUNDS = 9;

/**
 * `bench crosscheck`: the same load on the same started contestant by every load generator that is installed here.
 *
 * @returns the page
 * @throws UsageError with every problem of the flags at once
 */
export async function crosscheckCommand(flags: CrosscheckFlags, surface: Surface): Promise<string> {
  const config = await complete(flags, surface);
  const installed = await findInstalled(tools);
  return withBench({ ...surface, measures: 'bench crosscheck' }, async ({ generators, backendsFor }) => {
    const { redis, provisions } = await backendsFor(config.contestants);
    const context = { config, redis, provisions, signal: surface.signal, generators, installed };
    const loads: LoadReadings[] = [];
    for (const contestant of config.contestants)
      loads.push(...(await readContestant(contestant, context, surface)));
    const work = `\`${config.workload.name}\` with ${new URLSearchParams(config.headline)}`;
    return crosscheckPage(`${work}, on ${cpus()[0]?.model.trim()}, ${config.cores} cores.`, loads);
  });
}

/** @throws UsageError with every problem of the flags at once */
async function complete(flags: CrosscheckFlags, { root, code, cwd }: Surface): Promise<RunSettings> {
  const { out: _out, ...given } = { rounds: String(ROUNDS), ...flags };
  const config = await completeSettings(given, { root, code, cwd, scenarios: questions, now: new Date() });
  if (flags.contestants) return config;
  // By itself the simplest leaves the generators the most room.
  return { ...config, contestants: config.contestants.filter(({ id }) => id === config.baseline) };
}
