import { chooseContestants } from '@cpu-bound/measure/contestants/find';
import { isStartable, type LocalContestant } from '@cpu-bound/measure/contestants/manifest';
import { nameVariables, readNamed } from '@cpu-bound/measure/host/known-environment';
import { type Inspection, inspect, outputOf } from '@cpu-bound/measure/load/inspection';
import type { KnownWorkload } from '@cpu-bound/measure/own/known';
import { inputsIn, listOf, type RunFlags, UsageError } from '@cpu-bound/study/config/config';
import * as format from '@cpu-bound/study/format';
import { absoluteSpecifier, type Output, WorkloadError, withInputs } from '@cpu-bound/workload';
import type { Backends } from './backends-for.ts';
import { type Checked, comparedWith, differenceBetween, findingsOf, hasAnswered } from './check-findings.ts';
import { columns, type Surface } from './surface.ts';
import { withBench } from './with-bench.ts';

export type CheckFlags = Pick<
  RunFlags,
  'workload' | 'body' | 'args' | 'type' | 'answersDiffer' | 'env' | 'contestants'
> & { readonly json?: true };

/** Whether all strategies run the function, some, or none that was named. */
export type CheckEnd = 'all' | 'some' | 'none';

/**
 * `bench check --workload ./src/render.ts#render --body 'samples/*.json'`: what changes for the function where each
 * strategy runs it, without load. It starts each strategy as a run does.
 *
 * @returns the table, or JSON
 * @throws UsageError for what is unknown
 */
export async function checkCommand(
  flags: CheckFlags,
  surface: Surface,
): Promise<{ readonly text: string; readonly end: CheckEnd }> {
  const { cwd, code, columns: width } = surface;
  const specifier = specifierOf(flags, cwd);
  const { variables, problems } = readNamed(flags.env ?? []);
  const { chosen, problems: ofNames } = await chooseContestants(code, listOf(flags.contestants), cwd);
  problems.push(...ofNames);
  if (specifier === undefined || problems.length > 0)
    throw new UsageError([...(specifier === undefined ? [NO_FUNCTION] : []), ...problems]);
  nameVariables(variables);
  const workload = await surface.workloads.load(specifier, cwd, surface).catch((error: Error) => {
    throw error instanceof WorkloadError ? new UsageError([`--workload: ${error.message}`]) : error;
  });
  const began = performance.now();
  const contestants = chosen.filter(isStartable);
  const { seen, checked, missing } = await withBench(surface, async (bench) => {
    const backends = await bench.backendsFor(contestants);
    const able = contestants.filter(
      ({ id }) => !backends.missing.some(({ contestant }) => contestant === id),
    );
    const found = await checkIn(able, { specifier, workload }, backends, surface);
    return { ...found, missing: backends.missing };
  });
  const end = endOf(checked, flags.contestants !== undefined);
  const notHere = Object.fromEntries(missing.map(({ contestant, reason }) => [contestant, reason]));
  if (flags.json) return { text: JSON.stringify({ ...checked, missing: notHere }, undefined, 2), end };
  const ms = seen.flatMap(({ looks }) => looks).find((look) => look.ms !== undefined)?.ms;
  const call = ms === undefined ? '' : `a call takes ${format.duration(ms)}; `;
  const took = ((performance.now() - began) / 1000).toFixed(1);
  const text = [
    ...linesOf(checked, width()),
    ...statesOf(checked, notHere, width()),
    `${call}checked in ${took} s`,
  ].join('\n');
  return { text, end };
}

const NO_FUNCTION =
  "--workload: name your function with its input: --workload ./src/render.ts#render --body 'samples/*.json'";

function specifierOf(flags: CheckFlags, cwd: string): string | undefined {
  const { workload, body, args } = flags;
  if (workload === undefined || !/[./#]/.test(workload)) return undefined;
  return (body ?? args) === undefined
    ? absoluteSpecifier(workload, cwd)
    : withInputs(workload, inputsIn(flags), cwd);
}

/** Starts each contestant with the function, one after the other, and compares what it does there. */
export async function checkIn(
  contestants: readonly LocalContestant[],
  { specifier, workload }: { readonly specifier: string; readonly workload: KnownWorkload },
  { redis, provisions }: Pick<Backends, 'redis' | 'provisions'>,
  { step, signal }: Pick<Surface, 'step' | 'signal'>,
): Promise<{ readonly seen: readonly Inspection[]; readonly checked: Checked }> {
  const inputs = await inputsOf(workload);
  const inspectOne = (contestant: LocalContestant, inFull: boolean) => {
    step(`checking the function in ${contestant.id}`);
    return inspect(
      contestant,
      { specifier, inputs, inFull },
      {
        redisUrl: contestant.needs?.includes('redis') ? redis?.url : undefined,
        provisions: provisions.filter(({ need }) => contestant.needs?.some((id) => id === need)),
        signal,
      },
    );
  };
  const found = new Map<string, Inspection>();
  const hasBase = () => [...found.values()].some(hasAnswered);
  const isSingle = ({ workers }: LocalContestant) => Number(workers === false);
  for (const contestant of contestants.toSorted((a, b) => isSingle(b) - isSingle(a)))
    found.set(contestant.id, await inspectOne(contestant, !hasBase()));
  const seen = contestants.flatMap(({ id }) => found.get(id) ?? []);
  // Two services differ by their processes and by their strategy. Another process of one strategy tells which it is.
  const base = comparedWith(seen);
  const isSame = seen.every((other) => !base || differenceBetween(base, other) === undefined);
  const repeated = isSame ? undefined : contestants.find(({ id }) => id === base?.contestant);
  const again = repeated && (await inspectOne(repeated, false));
  return { seen, checked: findingsOf(seen, { answersDiffer: workload.answersDiffer ?? false, again }) };
}

/** Lists the inputs of a workload, each once. */
async function inputsOf({ headline, sizes, sentFor }: KnownWorkload) {
  const queries = [headline, ...sizes.map(({ query }) => query)];
  const sent = (await Promise.all(queries.map((query) => sentFor(query)))).flat();
  return [...new Map(sent.map(({ query }) => [JSON.stringify(query), query])).values()];
}

/** Reads the answers that a function gave in the first strategy that runs it, by sample. */
export const answersIn = (seen: readonly Inspection[]): ReadonlyMap<string, Output> =>
  new Map(
    comparedWith(seen)?.passed.flatMap((passed) => {
      const output = outputOf(passed);
      return output === undefined ? [] : [[passed.query.sample ?? '', output] as const];
    }),
  );

/** A check fails if nothing runs, or if a strategy that was named does not. @param areNamed by a flag */
export function endOf({ refused, leftOut, ids }: Checked, areNamed: boolean): CheckEnd {
  if (refused !== undefined || ids.length === 0) return 'none';
  return areNamed && Object.keys(leftOut).length > 0 ? 'some' : 'all';
}

/** Writes a block for each finding, with a line for each strategy that it concerns. */
export const linesOf = ({ findings, ids }: Checked, width: number | undefined): string[] =>
  findings.flatMap(({ what, cells, remedy }) => {
    const isSame = ids.length > 1 && new Set(ids.map((id) => cells[id])).size === 1;
    const rows = isSame ? [['all', Object.values(cells)[0] ?? '']] : Object.entries(cells);
    const advice = remedy === undefined ? [] : [['', `→ ${remedy}`]];
    return [what, ...columns([...rows, ...advice], width).map((line) => `  ${line}`), ''];
  });

/** Says which strategies run the function, or why none can be measured. */
function statesOf(
  { leftOut, refused, ids }: Checked,
  notHere: Readonly<Record<string, string>>,
  width: number | undefined,
): string[] {
  if (refused !== undefined) return [`refused: ${refused}`];
  const states = [
    ...ids.map((id) => [id, leftOut[id] === undefined ? 'runs' : `left out: ${leftOut[id]}`]),
    ...Object.entries(notHere).map(([id, reason]) => [id, `not checked: ${reason}`]),
  ];
  return columns(states, width);
}
