import { chooseContestants } from '@cpu-bound/measure/contestants/find';
import { isStartable, type LocalContestant } from '@cpu-bound/measure/contestants/manifest';
import { type Inspection, inspect } from '@cpu-bound/measure/host/inspection';
import { nameVariables, readNamed } from '@cpu-bound/measure/host/known-environment';
import {
  type Checked,
  comparedWith,
  differenceBetween,
  findingsOf,
} from './check-findings.ts';
import { inputsIn, listOf, type RunFlags, UsageError } from '@cpu-bound/study/config/config';
import * as format from '@cpu-bound/study/format';
import { absoluteSpecifier, fileOf, ownFolder, withInputs } from '@cpu-bound/workload';
import { columns, type Surface } from './surface.ts';
import { type Bench, withBench } from './with-bench.ts';

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
  await ownFolder();
  const began = performance.now();
  const { seen, missing } = await withBench(surface, (bench) =>
    inspectAll(chosen.filter(isStartable), specifier, bench, surface),
  );
  const checked = findingsOf(seen.first, { answersDiffer: flags.answersDiffer ?? false, again: seen.again });
  const end = endOf(checked, seen.first, flags.contestants !== undefined);
  const notHere = Object.fromEntries(missing.map(({ contestant, reason }) => [contestant, reason]));
  if (flags.json) return { text: JSON.stringify({ ...checked, missing: notHere }, undefined, 2), end };
  const ms = seen.first.flatMap(({ looks }) => looks).find((look) => look.ms !== undefined)?.ms;
  const call = ms === undefined ? '' : `a call takes ${format.duration(ms)}; `;
  const took = ((performance.now() - began) / 1000).toFixed(1);
  const text = [...linesOf(checked, seen.first, notHere, width()), `${call}checked in ${took} s`].join('\n');
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

type Seen = { readonly first: readonly Inspection[]; readonly again?: Inspection | undefined };

async function inspectAll(
  contestants: readonly LocalContestant[],
  specifier: string,
  bench: Bench,
  { step, signal }: Surface,
): Promise<{ readonly seen: Seen; readonly missing: readonly { contestant: string; reason: string }[] }> {
  const { redis, missing } = await bench.backendsFor(contestants);
  const able = contestants.filter(({ id }) => !missing.some(({ contestant }) => contestant === id));
  const inspectOne = (contestant: LocalContestant) => {
    step(`${fileOf(specifier)} in ${contestant.id}`);
    const redisUrl = contestant.needs?.includes('redis') ? redis?.url : undefined;
    return inspect(contestant, specifier, { redisUrl, signal });
  };
  const first: Inspection[] = [];
  for (const contestant of able) first.push(await inspectOne(contestant));
  // Two services differ by their processes and by their strategy. Another process of one strategy tells which it is.
  const base = comparedWith(first);
  const isSame = first.every((seen) => !base || differenceBetween(base, seen) === undefined);
  const repeated = isSame ? undefined : able.find(({ id }) => id === base?.contestant);
  return { seen: { first, again: repeated && (await inspectOne(repeated)) }, missing };
}

/** A check fails if nothing runs, or if a strategy that was named does not. */
function endOf({ refused, leftOut }: Checked, all: readonly Inspection[], areNamed: boolean): CheckEnd {
  if (refused !== undefined || all.length === 0) return 'none';
  return areNamed && Object.keys(leftOut).length > 0 ? 'some' : 'all';
}

/** Writes a block for each finding, with a line for each strategy that it concerns, and then what runs. */
function linesOf(
  { findings, leftOut, refused }: Checked,
  all: readonly Inspection[],
  notHere: Readonly<Record<string, string>>,
  width: number | undefined,
): string[] {
  const ids = all.map(({ contestant }) => contestant);
  const blocks = findings.flatMap(({ what, cells, remedy }) => {
    const isSame = new Set(ids.map((id) => cells[id])).size === 1;
    const rows = isSame ? [['all', Object.values(cells)[0] ?? '']] : Object.entries(cells);
    const advice = remedy === undefined ? [] : [['', `→ ${remedy}`]];
    return [what, ...columns([...rows, ...advice], width).map((line) => `  ${line}`), ''];
  });
  const states = [
    ...ids.map((id) => [id, leftOut[id] === undefined ? 'runs' : `left out: ${leftOut[id]}`]),
    ...Object.entries(notHere).map(([id, reason]) => [id, `not checked: ${reason}`]),
  ];
  return [...blocks, ...(refused === undefined ? columns(states, width) : [`refused: ${refused}`])];
}
