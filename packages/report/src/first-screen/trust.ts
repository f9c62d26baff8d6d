import { moreCommand } from '@cpu-bound/study/analyse/commands';
import { taskMs } from '@cpu-bound/study/analyse/look-up';
import { aboutFunction } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import { ABSENCES, type Analysis, type Decision } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { shownNeeds } from '../answers/figures-table.ts';
import { joined, listed } from '../tables/markdown.ts';

/** Writes the warnings, which stand above everything else; empty if there are none. */
export const warning = (warnings: readonly string[]): string =>
  warnings.length === 0 ? '' : `> **Warning:** ${warnings.join('; ')}.`.replace(/\?\.$/, '?');

/** Describes effects of the function itself on the figures below; empty if there are none. */
export const ownFunction = (analysis: Pick<Analysis, 'validity'>): string =>
  aboutFunction(analysis)
    .map((sentence) => `> **The function:** ${sentence}.`)
    .join('\n>\n');

/** Names the differences that runs find which scatter as this one did; empty before a look. */
export function resolution({ needs }: Pick<Decision, 'needs'>): string {
  const found = needs.flatMap((need) => need.resolution ?? []);
  if (found.length === 0) return '';
  const half = found.map(({ what, byHalf }) => `${difference(byHalf)} in ${what}`);
  const most = found.map(({ by19of20 }) => difference(by19of20));
  return `A run like this finds a difference of ${listed(half)} in one of two cases, and one of ${listed(most)} in 19 of 20.`;
}

/** `6 %`; from a factor of two on, `2.60×`. */
export function difference(ratio: number): string {
  const percent = (ratio - 1) * 100;
  if (percent > 100) return `${format.times(ratio)}×`;
  return `${percent.toFixed(percent < 1 ? 1 : 0)} %`;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Names the time of a study in half a sentence: its day, or the days of its first and last run. */
export function whenMeasured({ startedAt, parts = [] }: Analysis['run']): string {
  const on = (at: string) => day.format(new Date(at));
  const [first, last] = [on(startedAt), on(parts.at(-1)?.startedAt ?? startedAt)];
  const days = first === last ? first : `${first} to ${last}`;
  return parts.length < 2 ? days : `${parts.length} runs, ${days}`;
}

/** The name of the processor without its trade marks. */
export const cpuName = ({ cpuModel }: Analysis['environment']): string =>
  cpuModel.replaceAll(/\((?:R|TM)\)/g, '');

/** Writes the place, the time and the conditions of the measurement in a line. */
export function facts({ run, environment, validity, contestants }: Analysis): string {
  const minutes = format.count(Math.round(run.durationS / 60), 'minute');
  const turns = run.sideBySide
    ? ''
    : ' The contestants of a round took turns, because memory did not suffice for all at once.';
  const short =
    validity.notRun.length > 0
      ? ` ${format.count(validity.notRun.length, 'trial')} left out, to finish in the planned time.`
      : '';
  return `${cpuName(environment)}, ${wording.cores(environment)}${quotaOf(environment)}${environment.part ? '' : ' (shared with the load generator)'}, Node.js ${environment.node}, ${workersOf(run, contestants)}, ${whenMeasured(run)}, measured for ${minutes}.${turns}${short}${contestants.map(elsewhere).join('')}`;
}

/** `2 workers each (single: one process)` */
function workersOf({ workers }: Analysis['run'], contestants: Analysis['contestants']): string {
  const without = contestants.filter((contestant) => !contestant.workers).map(({ id }) => id);
  const except = without.length > 0 && without.length < contestants.length;
  return `${format.count(workers, 'worker')} each${except ? ` (${listed(without)}: one process)` : ''}`;
}

/** Names the CPU time that a container allows, if that is less than its cores have. */
const quotaOf = ({ quota }: Analysis['environment']) =>
  quota === undefined ? '' : ` with a quota of ${format.number(quota)} (a CPU limit of the container)`;

/** Explains how to read the verdicts on a service that the bench did not start. */
function elsewhere({ id, elsewhere: found }: Analysis['contestants'][number]): string {
  if (!found) return '';
  return ` **${id}** runs at ${found.origin}, ${format.number(found.roundTripMs.p50)} ms away. Verdicts on it include that network and machine.`;
}

/** Explains what the picture shows, how sure that is, and what may be missed. */
export function howSure({ decision }: Pick<Analysis, 'decision'>): string {
  const judged = shownNeeds(decision).filter(
    ({ state, need }) => state === 'judged' && need.matter !== undefined,
  );
  if (judged.length === 0)
    return '**How sure?** Nothing is judged yet: ratios have their first verdict after 10 rounds, counts after 5.';
  return joined(
    [
      '**How sure?** Blue and orange were shown by 95 % intervals, failures by each of 5 rounds. −10 % and ×2 are ratios within rounds. No difference shown does not mean equal.',
      resolution(decision),
      'If all strategies were equal, up to one study in three would show some difference.',
    ],
    ' ',
  );
}

/** Explains the columns, the rate and the target to a reader who does not know the terms. */
export function terms({ contestants, decision, run }: Analysis): string {
  const names = contestants
    .filter(({ id, title }) => !title.startsWith(id))
    .map(({ id, title }) => `${id}: ${title}`);
  const needNamed = (id: string) => decision.needs.find((need) => need.id === id)?.measured;
  const { perSecond, load } = needNamed('tail') ?? {};
  const isDefault = needNamed('within') && !run.command.includes(' --p99 ');
  return joined(
    [
      names.length > 0 && `${format.capital(names.join('; '))}.`,
      'p99: 99 of 100 answers are faster.',
      'A light request computes nothing.',
      needNamed('memory') && 'Memory is that of the service, without Redis.',
      perSecond !== undefined && load && `${format.rate(perSecond)}: ${wording.load(load)}.`,
      isDefault &&
        'The p99 target: ten tasks as timed before the rounds, at least 50 ms; `--p99` sets yours.',
    ],
    ' ',
  );
}

/** Names who could not take part, and the needs whose question was asked and gave no figure; empty without any. */
export function absent({ validity, decision }: Pick<Analysis, 'validity' | 'decision'>): string {
  const missing = validity.missing.map(({ contestant }) => `**${contestant}**`);
  const late = decision.needs.filter(
    ({ measured, question, why }) => !measured && question !== undefined && why,
  );
  const [, noFigure] = ABSENCES;
  const without = decision.needs.filter(({ absence, why }) => absence === noFigure && why === undefined);
  return joined(
    [
      missing.length > 0 && `${listed(missing)} could not take part.`,
      ...late.map(({ title, why }) => `**No figure** for ${title}: ${why}.`),
      without.length > 0 &&
        `**No figure** for ${listed(without.map(({ title }) => title))}: no window gave one.`,
    ],
    ' ',
  );
}

/** Lists the changes that were found with other work or another machine, and those that were not measured. */
export function changes(analysis: Pick<Analysis, 'flips' | 'run'>): string {
  const found = analysis.flips.flatMap(({ about, finding }) =>
    finding === undefined ? [] : [`- **${format.capital(about)}.** ${format.capital(finding)}.`],
  );
  const open = analysis.flips.filter(
    ({ finding, question }) => finding === undefined && question !== undefined,
  );
  const questions = new Set(open.flatMap(({ question }) => question ?? []));
  const unmeasured =
    open.length > 0 &&
    `- **Not measured**: ${listed(open.map(({ about }) => about))}. \`${moreCommand(analysis, ...questions)}\``;
  return joined([...found, unmeasured], '\n');
}

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
  return `**This work needs none of these strategies.** Node.js already does it on its own threads: only ${format.inPercent(loopShare)} of the CPU time of \`${name}\` is on the event loop. A single process that awaits it keeps its loop free, and uses as many cores as \`UV_THREADPOOL_SIZE\` allows (4 by default).`;
}
