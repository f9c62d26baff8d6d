import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { arbitrate } from '@cpu-bound/lab/crosscheck/arbiters';
import { readContestant } from '@cpu-bound/lab/crosscheck/contestant';
import { type Crosscheck, crosscheckPage, type Loaded } from '@cpu-bound/lab/crosscheck/page';
import { findInstalled } from '@cpu-bound/lab/crosscheck/run-tool';
import { tools } from '@cpu-bound/lab/crosscheck/tools';
import { startGuard } from '@cpu-bound/measure/host/guard';
import { sweep } from '@cpu-bound/measure/host/marker';
import { createGenerators } from '@cpu-bound/measure/load/loads';
import { completeSettings, type RunFlags } from '@cpu-bound/study/config/complete';
import { UsageError } from '@cpu-bound/study/config/config';
import { scenarios } from '@cpu-bound/study/scenarios/scenarios';
import writeFileAtomic from 'write-file-atomic';
import { backendsFor } from './backends-for.ts';
import type { Surface } from './surface.ts';

export type CrosscheckFlags = Pick<RunFlags, 'contestants' | 'workload' | 'param' | 'rounds' | 'seed'> & {
  readonly seconds: string;
  readonly out?: string;
};

const ROUNDS = 9;

/**
 * `bench crosscheck`: the same load on the same started contestant by every load generator that is installed here.
 *
 * @returns the page, which was written where `--out` says
 * @throws UsageError with every problem of the flags at once
 */
export async function crosscheckCommand(flags: CrosscheckFlags, surface: Surface): Promise<string> {
  const { print, signal, cwd } = surface;
  const { config, seconds } = await complete(flags, surface);
  const installed = await findInstalled(tools);
  const absent = tools.filter(({ id }) => !installed.some(({ tool }) => tool.id === id));
  const rounds = config.profile.rounds;
  print(`here: ${installed.map(({ tool, version }) => `${tool.id} ${version}`).join(', ')}`);
  for (const { id, get } of absent) print(`not here: ${id}: ${get}`);
  const mark = randomUUID();
  const backends = await backendsFor(config.contestants, startGuard(mark), surface);
  const generators = createGenerators();
  try {
    const loaded: Loaded[] = [];
    for (const contestant of config.contestants) {
      const context = { config, backends, generators, installed, seconds, rounds };
      loaded.push(...(await readContestant(contestant, context, surface)));
    }
    const judged = await arbitrate(installed, generators, signal, print);
    const found: Crosscheck = {
      work: `\`${config.workload.name}\` with ${new URLSearchParams(config.headline)}`,
      machine: `${cpus()[0]?.model.trim()}, ${config.cores} cores`,
      tools: installed.map(({ tool: { id, counts, countsAtRate }, version }) => ({
        id,
        version,
        counts,
        ...(countsAtRate && { countsAtRate }),
      })),
      absent,
      loaded,
      judged,
    };
    const page = crosscheckPage(found);
    if (flags.out !== undefined) await writeFileAtomic(resolve(cwd, flags.out), page);
    return page;
  } finally {
    await generators.stop();
    await backends.stop();
    await sweep(mark);
  }
}

async function complete({ seconds: typed, out: _out, ...flags }: CrosscheckFlags, { root, cwd }: Surface) {
  const seconds = Number(typed);
  const isSound = Number.isInteger(seconds) && seconds >= 1 && seconds <= 60;
  const problems = isSound ? [] : [`--seconds ${typed}: accepted: an integer from 1 to 60`];
  const given = { rounds: String(ROUNDS), ...flags };
  const config = await completeSettings(given, { root, cwd, scenarios, now: new Date() }).catch((error) => {
    if (!(error instanceof UsageError)) throw error;
    problems.push(...error.problems);
  });
  if (problems.length > 0 || !config) throw new UsageError(problems);
  // By itself the simplest leaves the generators the most room.
  const contestants = flags.contestants
    ? config.contestants
    : config.contestants.filter(({ id }) => id === config.baseline);
  return { config: { ...config, contestants }, seconds };
}
