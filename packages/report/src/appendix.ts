import { shellWord } from '@cpu-bound/measure/model/shell-word';
import { commandHere, folderOf } from '@cpu-bound/study/analyse/commands';
import { titleIn } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import { count, ratio } from '@cpu-bound/study/format';
import type { Analysis, MachineQuality } from '@cpu-bound/study/model';
import { relationWords } from '@cpu-bound/study/wording';
import { joined, table } from './tables/markdown.ts';

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
    const what = first.reason === 'harmed' ? 'was disturbed' : `failed: ${first.reason}`;
    return `**${first.contestant}** ${what}${times}. In \`${first.trial}\`: ${first.message}.${log}`;
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

/** Describes the machine and the software that made the numbers. */
export function machine({ environment, run, contestants }: Analysis): string {
  const { cpuModel, cores, memoryBytes, os, node, redis, provisions = {}, packages, gitCommit } = environment;
  const rows = [
    ['CPU', `${cpuModel}, ${cores} cores`],
    ['memory', `${(memoryBytes / 2 ** 30).toFixed(1)} GiB`],
    ['system', os],
    ['Node.js', node],
    ['Redis', redis],
    ...Object.entries(provisions),
    ...Object.entries(packages),
    ['commit', gitCommit],
    ['workers', String(run.workers)],
    ...(run.named ?? []).map((name) => [`\`--env\` ${name}`, 'its value is not stored']),
    ['seed', run.seed],
  ];
  return joined([table(['what', 'which'], rows), elsewhere(contestants)]);
}

/** Explains how to read the figures of services that the bench did not start; empty without one. */
function elsewhere(contestants: Analysis['contestants']): string {
  const each = contestants.flatMap(({ id, elsewhere: found }) =>
    found
      ? [
          `**${id}** runs at ${found.origin}; \`${found.light ?? '/hello'}\` at rest took ${format.number(found.roundTripMs.p50)} ms (p90 ${format.number(found.roundTripMs.p90)}) from here.`,
        ]
      : [],
  );
  return each.length === 0
    ? ''
    : `${each.join(' ')} Such a service is not restarted between rounds. If it has \`/metrics\`, its CPU time comes from there, for the processes that they cover.`;
}

/** Names the time that showing figures took during the run. */
const shown = ({ shownS }: Analysis['run']) =>
  shownS === undefined
    ? ''
    : ` Showing what was known while it ran took ${format.seconds(shownS)} in all, between windows.`;

/** Explains how to repeat the measurement. */
export function repeat({ run }: Analysis): string {
  const but = run.workload.sizes ? '. Task sizes other than the headline are searched for again' : '';
  return `**To repeat this run** with the same plan, in the same order${but}:\n\n\`\`\`sh\n${commandHere(run.command)}\n\`\`\`\n\nEvery number above comes from \`trials.ndjson\` in the run's folder. \`npx -y pnpm@12 bench report ${shellWord(folderOf(run))}\` renders this page again, without measuring.${shown(run)}`;
}

/**
 * This module names the times of measurement if a study has several runs. Ratios are taken within rounds; absolute
 * figures belong to their hour.
 */

/** `2026-01-31 08:15`, in UTC. */
export const minute = (startedAt: string) => startedAt.slice(0, 16).replace('T', ' ');

/**
 * Names the hours of a question if there are several, because its absolute figures cover all of them; otherwise empty.
 */
export function hoursOf(question: string, { run }: Analysis): string {
  const { parts = [] } = run;
  const own = parts.filter(({ questions }) => (questions[question] ?? 0) > 0);
  if (parts.length < 2 || own.length === 0) return '';
  const each = own.map(({ startedAt, questions }) => `${questions[question]} at ${minute(startedAt)} UTC`);
  const rounds = `Rounds: ${each.join(', ')}.`;
  return own.length < 2
    ? rounds
    : `${rounds} Ratios are taken within rounds, and pooled. Absolute figures and their intervals are over all of these hours.`;
}

/** Lists the runs of a study with the questions that each measured; empty for a single run. */
export function runsOf({ run }: Analysis): string {
  const { parts = [] } = run;
  if (parts.length < 2) return '';
  return table(
    ['run', 'began (UTC)', 'rounds', 'command'],
    parts.map(({ id, startedAt, questions, command }) => [
      id,
      minute(startedAt),
      Object.entries(questions)
        .filter(([, rounds]) => rounds > 0)
        .map(([question, rounds]) => `${question} ${rounds}`)
        .join(', '),
      `\`${command}\``,
    ]),
  );
}
