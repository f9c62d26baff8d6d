import { randomUUID } from 'node:crypto';
import { basename, join, relative } from 'node:path';
import { analyse } from '../analyse/analyse.ts';
import { completeConfig, type RunFlags } from '../config/complete.ts';
import type { Config } from '../config/config.ts';
import type { Contestant } from '../contestants/manifest.ts';
import { readEnvironment } from '../host/environment.ts';
import { type Guard, startGuard } from '../host/guard.ts';
import { sweep } from '../host/marker.ts';
import { findRedis, NoRedis, redisSources } from '../host/redis/find.ts';
import type { RunningRedis } from '../host/redis/redis.ts';
import type { Analysis, Manifest } from '../model.ts';
import { expectedSeconds, plan } from '../plan/plan.ts';
import { minutes } from '../progress/lines.ts';
import { plainProgress, terminalProgress } from '../progress/progress.ts';
import { writeReport } from '../report/write.ts';
import { createStore, layout, readRun } from '../results/store.ts';
import { Interrupted } from '../run/context.ts';
import { runSchedule } from '../run/schedule.ts';
import { scenarios } from '../scenarios/scenarios.ts';

/** Where a command runs and what it may print to. */
export type Surface = {
  readonly root: string;
  readonly cwd: string;
  readonly print: (line: string) => void;
  readonly isTerminal: boolean;
  readonly signal: AbortSignal;
};

export type RunOutcome = {
  readonly analysis: Analysis;
  readonly folder: string;
  readonly interrupted: boolean;
};

/** `bench run`: config → plan → run → analysis → report. */
export async function runCommand(flags: RunFlags, surface: Surface): Promise<RunOutcome> {
  const { root, cwd, print } = surface;
  const scenarioIds = scenarios.map(({ id }) => id);
  const now = new Date();
  const config = await completeConfig(flags, { root, cwd, scenarioIds, command: commandLine(flags), now });
  const mark = randomUUID();
  const guard = startGuard(mark);
  try {
    return await measure(config, guard, now, surface);
  } finally {
    await sweep(mark);
    print('');
  }
}

async function measure(config: Config, guard: Guard, now: Date, surface: Surface): Promise<RunOutcome> {
  const { root, print, signal } = surface;
  const { redis, missing } = await redisFor(config.contestants, guard, surface);
  try {
    const able = config.contestants.filter(({ id }) => !missing.some(({ contestant }) => contestant === id));
    const feasible: Config = { ...config, contestants: able };
    const chosen = scenarios.filter(({ id }) => config.scenarios.includes(id));
    const trials = plan(feasible, chosen);
    const manifest = await describe(feasible, missing, redis, trials, now, root);
    const store = await createStore(config.out, manifest);
    const expected = trials.map((trial) => expectedSeconds(trial, config.profile.warmUpSeconds));
    const total = expected.reduce((sum, seconds) => sum + seconds, 0);
    print(
      `${trials.length} trials into ${relative(root, config.out) || config.out}, about ${minutes(total)}`,
    );

    const startedAt = performance.now();
    const options = { plan: trials, expected, print, now: () => performance.now() };
    const progress = surface.isTerminal ? terminalProgress(options) : plainProgress(options);
    let interrupted = false;
    try {
      await runSchedule(trials, { config: feasible, store, redis, signal }, progress);
    } catch (error) {
      if (!(signal.aborted && signal.reason instanceof Interrupted)) throw error;
      interrupted = true;
    } finally {
      await progress.end();
    }
    await store.end(Math.round((performance.now() - startedAt) / 100) / 10, interrupted);
    const analysis = analyse(await readRun(config.out), scenarios);
    await writeReport(analysis, scenarios, { page: join(config.out, layout.report), folder: config.out });
    // A run that was cut short must not replace the report of a whole one.
    if (config.publish && !interrupted) {
      await writeReport(analysis, scenarios, {
        page: join(root, layout.report),
        folder: join(root, 'report'),
      });
    }
    return { analysis, folder: config.out, interrupted };
  } finally {
    await redis?.stop();
  }
}

/** Finds a Redis where a contestant needs one; without, those contestants are named as missing. */
async function redisFor(contestants: readonly Contestant[], guard: Guard, { root, print }: Surface) {
  const needing = contestants.filter(({ needs }) => needs?.includes('redis'));
  if (needing.length === 0) return { redis: undefined, missing: [] };
  try {
    const sources = redisSources(join(root, 'docker-compose.yml'), guard);
    const redis: RunningRedis = await findRedis(sources, (source) => print(`looking for Redis: ${source}`));
    print(`Redis: ${redis.version} from ${redis.source}`);
    return { redis, missing: [] };
  } catch (error) {
    if (!(error instanceof NoRedis)) throw error;
    print(error.message);
    return {
      redis: undefined,
      missing: needing.map(({ id }) => ({ contestant: id, reason: error.message })),
    };
  }
}

async function describe(
  config: Config,
  missing: Manifest['missing'],
  redis: RunningRedis | undefined,
  trials: Manifest['plan'],
  now: Date,
  root: string,
): Promise<Manifest> {
  const { workload, workloadSpecifier, headline, profileName, contestants } = config;
  return {
    schemaVersion: 1,
    id: basename(config.out),
    seed: config.seed,
    profile: profileName,
    startedAt: now.toISOString(),
    command: `${config.command} --seed ${config.seed}`,
    baseline: config.baseline,
    workload: { name: workload.name, specifier: relativeTo(root, workloadSpecifier), headline },
    scenarios: config.scenarios,
    workers: config.workers,
    contestants: contestants.map(({ id, title, summary, version }) => ({ id, title, summary, version })),
    missing,
    environment: await readEnvironment(root, contestants, redis),
    plan: trials,
  };
}

/** A report must not carry the paths of the machine that made it. */
const relativeTo = (root: string, specifier: string) =>
  specifier.startsWith('/') ? relative(root, specifier) : specifier;

/** The command that repeats this run, but for the seed, which is added once it is known. */
function commandLine({
  seed: _seed,
  out: _out,
  publish: _publish,
  unknown: _unknown,
  param = [],
  ...flags
}: RunFlags): string {
  const given = Object.entries({ profile: 'standard', ...flags }).flatMap(([name, value]) =>
    typeof value === 'string' ? [`--${name}`, /^[\w,./=-]+$/.test(value) ? value : `'${value}'`] : [],
  );
  return ['pnpm bench run', ...given, ...param.map((value) => `--param ${value}`)].join(' ');
}
