import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import { ContestantFailure } from '@cpu-bound/measure/host/contestant-failure';
import { readUsage, treesOf, type UsageReading, usageBetween } from '@cpu-bound/measure/host/usage';
import type { RunSettings } from '@cpu-bound/study/config/config';
import type { Milliseconds, Seconds } from '@cpu-bound/study/model';
import type { RunContext } from '@cpu-bound/study/run/context';
import { type StartContext, start } from '@cpu-bound/study/run/start';
import { type CpuProfile, type Microseconds, type SelfTime, selfTimes } from './self-times.ts';

export type ProfileContext = Omit<StartContext, 'config'> & { readonly config: RunSettings } & Pick<
    RunContext,
    'generators'
  >;

/** Where the time of a contestant's requests went. */
export type Recorded = {
  readonly answers: number;
  /** Threads and processes that left a profile. */
  readonly threads: number;
  readonly times: readonly SelfTime[];
  /** CPU time a request by the operating system's accounts, where it tells. */
  readonly cpuMs?: Milliseconds;
  readonly redisMs?: Milliseconds;
};

const LEAD_IN_SECONDS: Seconds = 3;
const monotonic = (): Microseconds => Number(process.hrtime.bigint() / 1000n);

/**
 * Saturates a contestant that was started under V8's profiler, and reads what each of its threads did meanwhile.
 *
 * @throws ContestantFailure where it does not start, dies, answers wrongly, or has to be killed: processes write
 *   their profiles when they end
 */
export async function record(
  contestant: Contestant,
  context: ProfileContext,
  seconds: Seconds,
): Promise<Recorded> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-profile-'));
  const others = contestant.env?.NODE_OPTIONS ?? process.env.NODE_OPTIONS ?? '';
  const env = { NODE_OPTIONS: `${others} --cpu-prof --cpu-prof-dir="${folder}"` };
  try {
    const { answers, from, to } = await saturate(contestant, context, seconds, env);
    const profiles = await readProfiles(folder);
    const { serverCpu, redisCpu } = usageBetween(from.usage, to.usage);
    const perRequest = (cpu: Seconds) => (cpu * 1000) / answers;
    return {
      answers,
      threads: profiles.length,
      times: selfTimes(profiles, { from: from.at, to: to.at }),
      ...(serverCpu !== undefined && { cpuMs: perRequest(serverCpu) }),
      ...(redisCpu !== undefined && { redisMs: perRequest(redisCpu) }),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type EdgeOfWindow = { readonly at: Microseconds; readonly usage: UsageReading };

/** Starts it, drives the closed loop, and ends it. */
async function saturate(
  contestant: Contestant,
  context: ProfileContext,
  seconds: Seconds,
  env: Readonly<Record<string, string>>,
): Promise<{ answers: number; from: EdgeOfWindow; to: EdgeOfWindow }> {
  const { headline: query, connections, workloadSpecifier: workload } = context.config;
  const service = await start(contestant, context, { env });
  try {
    const spec = {
      origin: service.origin,
      load: { kind: 'closed' as const, query, connections },
      leadInSeconds: LEAD_IN_SECONDS,
      seconds,
      workload,
    };
    const signal = AbortSignal.any([context.signal, service.died]);
    const trees = await treesOf(service);
    const edges: Promise<EdgeOfWindow>[] = [];
    const { result } = await context.generators.closed.run(spec, signal, () => {
      const at = monotonic();
      edges.push(readUsage(trees, service.redisUrl).then((usage) => ({ at, usage })));
    });
    const [from, to] = await Promise.all(edges);
    if (result.firstWrong !== undefined)
      throw new ContestantFailure('wrong-answer', result.firstWrong, service.log());
    if (!from || !to || result.answers === 0)
      throw new ContestantFailure('load-failed', `no answer came within ${seconds} s`, service.log());
    const problems = await service.stop();
    if (problems.length > 0)
      throw new ContestantFailure(
        'did-not-stop',
        `${problems.join('; ')}: its profile is not whole`,
        service.log(),
      );
    return { answers: result.answers, from, to };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

async function readProfiles(folder: string): Promise<CpuProfile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.cpuprofile'));
  return Promise.all(files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'))));
}
