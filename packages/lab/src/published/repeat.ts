import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isStartable, type LocalContestant } from '@cpu-bound/measure/contestants/manifest';
import type { Display } from '@cpu-bound/study/progress/display';
import { start } from '@cpu-bound/study/run/start';
import { outputOf } from '../crosscheck/run-tool.ts';
import type { Arm, Call, Comparison } from './comparisons.ts';
import type { FoundTool } from './found-tools.ts';
import { countProcesses } from './processes.ts';
import type { ToolRun } from './stored.ts';

/** Every load ends within this time, even on a slow machine. */
const WITHIN_MS = 300_000;

type Context = {
  readonly contestants: readonly LocalContestant[];
  readonly tools: ReadonlyMap<string, FoundTool>;
  readonly cores: number;
  readonly signal: AbortSignal;
};

/** Each command runs this often, on a service that is started again. Services take turns, so that an hour affects all. */
const RUNS = 5;

/** Starts each service of a comparison, and loads it by each of the comparison's installed tools, several times. */
export async function repeatComparison(
  comparison: Comparison,
  context: Context,
  { step, print }: Pick<Display, 'step' | 'print'>,
): Promise<ToolRun[]> {
  const calls = comparison.calls.flatMap((call) => {
    const tool = context.tools.get(call.tool);
    return tool ? [{ call, tool }] : [];
  });
  const runs: ToolRun[] = [];
  if (calls.length === 0) return runs;
  for (let run = 1; run <= RUNS; run++)
    for (const arm of comparison.arms) {
      step(`${comparison.title}, run ${run} of ${RUNS}: ${arm.title}`);
      const loaded = await loadArm(comparison, arm, calls, context, print);
      runs.push(...loaded.map((toolRun) => ({ ...toolRun, run })));
    }
  return runs;
}

async function loadArm(
  { id, query }: Comparison,
  { workers, env, ...arm }: Arm,
  calls: readonly { readonly call: Call; readonly tool: FoundTool }[],
  { contestants, cores, signal }: Context,
  print: Display['print'],
): Promise<ToolRun[]> {
  const contestant = contestants.find((candidate) => candidate.id === arm.contestant);
  if (!contestant || !isStartable(contestant)) return [];
  const config = { workers: workers ?? cores, workloadSpecifier: 'primes' };
  const service = await start(
    contestant,
    { config, redis: undefined, provisions: [], signal },
    env ? { env } : {},
  );
  try {
    const url = `${service.origin}/primes?${new URLSearchParams(query)}`;
    await fetch(url).then((answer) => answer.arrayBuffer()); // the first task is slower than the others
    const runs: ToolRun[] = [];
    for (const { call, tool } of calls) {
      const begun = performance.now();
      try {
        const output = await outputOfCall(call, tool, url, signal);
        if (call.read(output).perSecond === 0) throw new Error(`${call.tool}: no request was answered`);
        runs.push({
          comparison: id,
          arm: arm.id,
          tool: call.tool,
          command: withoutAddress(
            [
              ...(call.beside ? [call.tool, ...call.beside(url), '&'] : []),
              call.tool,
              ...call.args(url),
              ...(call.input ? [`# GET ${url}`] : []),
            ].join(' '),
            service.origin,
          ),
          seconds: Math.round((performance.now() - begun) / 100) / 10,
          workers: config.workers,
          ...(arm.countsProcesses && { answeredByProcess: await countProcesses(url, signal) }),
          output: withoutAddress(output, service.origin),
        });
      } catch (error) {
        signal.throwIfAborted();
        print(`left out: ${id}, ${arm.title}: ${(error as Error).message}`);
      }
    }
    return runs;
  } finally {
    await service.stop();
  }
}

/**
 * Runs a tool, and its second process at the same time if the call has one. siege writes its configuration into the home
 * folder, so it gets one of its own.
 */
async function outputOfCall(
  { tool: id, args, input, beside }: Call,
  { program }: FoundTool,
  url: string,
  signal: AbortSignal,
): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'published-'));
  try {
    await mkdir(join(home, '.siege'));
    await writeFile(
      join(home, '.siege/siege.conf'),
      'connection = close\nparser = false\njson_output = true\n',
    );
    const call = { id, program, input: input?.(url) ?? '', env: { HOME: home }, withinMs: WITHIN_MS };
    const [output = ''] = await Promise.all([
      outputOf({ ...call, args: args(url) }, signal),
      ...(beside ? [outputOf({ ...call, args: beside(url) }, signal)] : []),
    ]);
    return output;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Removes the address of the service, which differs in each run. */
function withoutAddress(text: string, origin: string): string {
  const { hostname, port } = new URL(origin);
  return text
    .replaceAll(origin, 'http://service')
    .replaceAll(`Server Hostname:        ${hostname}`, 'Server Hostname:        service')
    .replaceAll(`Benchmarking ${hostname}`, 'Benchmarking service')
    .replace(new RegExp(`(Server Port: +)${port}`), '$1–');
}
