import { cpus } from 'node:os';
import { readContestant } from '@cpu-bound/lab/crosscheck/contestant';
import { crosscheckPage, type LoadReadings } from '@cpu-bound/lab/crosscheck/page';
import { findInstalled } from '@cpu-bound/lab/crosscheck/run-tool';
import { tools } from '@cpu-bound/lab/crosscheck/tools';
import { type RunSettings, UsageError } from '@cpu-bound/study/config/config';
import type { RunFlags } from '@cpu-bound/study/config/flags';
import { settingsHere } from './prepare.ts';
import type { Surface } from './surface.ts';
import { withBench } from './with-bench.ts';

export type CrosscheckFlags = Pick<
  RunFlags,
  'contestants' | 'workload' | 'param' | 'rounds' | 'seed' | 'out'
>;

const ROUNDS = 9;

/** `bench crosscheck` sends one load to one contestant by our load generator, and by oha and k6 if they are installed. */
export async function crosscheckCommand(flags: CrosscheckFlags, surface: Surface): Promise<string> {
  const config = await complete(flags, surface);
  const installed = await findInstalled(tools);
  if (installed.length === 0)
    throw new UsageError([
      `crosscheck: neither ${tools.map(({ id }) => id).join(' nor ')} is on the PATH; install one of them: cargo install oha, go install go.k6.io/k6@latest`,
    ]);
  return withBench(
    { ...surface, purpose: { measures: 'bench crosscheck' } },
    async ({ generators, backendsFor }) => {
      const { redis, provisions } = await backendsFor(config.contestants);
      const context = { config, redis, provisions, signal: surface.signal, generators, installed };
      const loads: LoadReadings[] = [];
      for (const contestant of config.contestants)
        loads.push(...(await readContestant(contestant, context, surface)));
      const work = `\`${config.workload.name}\` with ${new URLSearchParams(config.headline)}`;
      return crosscheckPage(`${work}, on ${cpus()[0]?.model.trim()}, ${config.cores} cores.`, loads);
    },
  );
}

/** @throws UsageError with every problem of the flags at once */
async function complete(flags: CrosscheckFlags, surface: Surface): Promise<RunSettings> {
  const { out: _out, ...given } = { rounds: String(ROUNDS), ...flags };
  const config = await settingsHere(given, surface);
  if (flags.contestants) return config;
  // The baseline is the simplest contestant; measured alone, it leaves the generators the most CPU time.
  return { ...config, contestants: config.contestants.filter(({ id }) => id === config.baseline) };
}
