import { titleIn } from '@cpu-bound/study/analyse/look-up';
import { count, ratio } from '@cpu-bound/study/format';
import type { Analysis, MachineQuality } from '@cpu-bound/study/model';
import { relationWords } from '@cpu-bound/study/wording';
import { joined } from './tables/sentences.ts';
import { table } from './tables/table.ts';

/** Writes the section on failures; empty if there were none. */
export function problems(analysis: Analysis): string {
  const { failed, void: voided, missing, warnings: all, doubts } = analysis.validity;
  const warnings = all.filter(({ about }) => about === undefined);
  const voids = voided.map(({ trial, contestant, reason }) => [trial, contestant, reason]);
  const parts = joined([
    ...missing.map(
      ({ contestant, reason }) => `**${contestant}** did not take part:\n\n${fence(reason.split('\n'))}`,
    ),
    ...failures(failed),
    doubts.map(({ contestant, message }) => `- **${contestant}** is questioned: ${message}`).join('\n'),
    voids.length > 0 && table(['void window', 'contestant', 'why'], voids),
    warnings.map(({ message, remedy }) => `- ${message} (${remedy})`).join('\n'),
  ]);
  return parts === '' ? '' : `## ${PROBLEMS}\n\n${parts}`;
}

export const PROBLEMS = 'What went wrong';

/** Writes the checks of the run, and the steadiness of its machine. */
export function checks({ run, validity, environment: { part } }: Analysis): string {
  const { sentinels, gates, machine } = validity;
  const twins = sentinels.map(
    (check) =>
      `- ${markOf(check)} twins of the baseline, ${check.metric}: ${ratio(check.ratio)} (n = ${check.ratio.n})${check.differs ? ', which differs' : ''}`,
  );
  const lines = [
    ...twins,
    ...gates.map(({ id, ok, detail }) => `- ${ok ? '✔' : '✖'} ${id}: ${detail}`),
    part && `- the load generators had ${count(part.generators, 'core')} for themselves, beside the services`,
    machine && machineFacts(machine, run.workload.requests ? 'a reference task' : 'the kernel'),
  ];
  return joined(lines, '\n');
}

/** Twins hold nothing before a look. */
function markOf({ ratio, differs }: Analysis['validity']['sentinels'][number]): string {
  if (ratio.indicative) return `${relationWords['not-judged']}:`;
  return differs ? '✖' : '✔';
}

const machineFacts = (
  { unsteadiness, loneCore, steal, generatorShare, generators }: MachineQuality,
  timed: string,
): string =>
  joined(
    [
      `- the speed of ${timed} varied by ${percent(unsteadiness)} from block to block`,
      loneCore &&
        `- a core computed ${timed} ${ratio(loneCore)} as fast while the others were idle (n = ${loneCore.n})`,
      generatorShare !== undefined &&
        `- the load generator${generators === undefined ? '' : `s, up to ${generators} for a load,`} took at most ${percent(generatorShare)} of the machine's CPU time`,
      steal !== undefined && `- ${percent(steal)} of the CPU time went to other guests of this host`,
    ],
    '\n',
  );

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** A contestant that fails several times in the same way is reported once. */
function failures(failed: Analysis['validity']['failed']): string[] {
  const groups = Map.groupBy(failed, ({ contestant, reason }) => `${contestant}: ${reason}`);
  return [...groups.values()].map((group) => {
    const [first] = group;
    if (!first) return '';
    const times = group.length > 1 ? ` (${group.length} trials)` : '';
    const log = first.log.length > 0 ? `\n\nIts last log lines:\n\n${fence(first.log)}` : '';
    return `**${first.contestant}** failed: ${first.reason}${times}. In \`${first.trial}\`: ${first.message}.${log}`;
  });
}

/** Builds a code block whose fence is longer than any run of backticks in it. */
function fence(lines: readonly string[]): string {
  const text = lines.join('\n');
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}text\n${text}\n${marks}`;
}

/** The columns after “sent” add up to “sent”. */
export function accounting({ validity, contestants }: Analysis): string {
  const columns = ['sent', 'ok', 'wrong', 'refused', 'failed', 'timedOut', 'lost', 'inFlight'] as const;
  const header = ['', ...columns.slice(0, 5), 'timed out', 'never answered', 'in flight at the stop'];
  const title = titleIn({ contestants });
  const rows = validity.accounting.map((counts) => [
    title(counts.contestant),
    ...columns.map((column) => counts[column].toLocaleString('en-GB')),
  ]);
  return `All requests of the completed windows, including lead-in and probes. The columns after “sent” add up to “sent”.\n\n${table(header, rows)}`;
}
