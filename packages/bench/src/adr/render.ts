import type { Decision, Row } from '../decide/decision.ts';
import type { Analysis } from '../model.ts';
import {
  howSure,
  measuredOf,
  offTheLoop,
  scope,
  scoreList,
  unmeasured,
  verdict,
} from '../report/first-screen/words.ts';
import * as format from '../report/format.ts';
import { titleIn } from '../report/metric-table.ts';
import { argument, consequences } from './arguments.ts';
import { advantage, evidenceFor } from './evidence.ts';
import { type AdrRecord, frontMatter, NO_DIFFERENCE, type Threshold } from './record.ts';

/**
 * A decision record by the template of MADR 4.0 (https://adr.github.io/madr/), from a decision and its analysis. Every
 * figure in it is one of the analysis.
 *
 * @param date of the record, ISO 8601
 */
export function renderAdr(decision: Decision, analysis: Analysis, date: string): string {
  const title = titleIn(analysis);
  const chosen = chosenBy(decision);
  const wanted = decision.rows.filter(({ weight }) => weight > 0);
  const { contestants } = analysis;
  return `${[
    frontMatter(recordOf(decision, analysis, date)),
    `# ${headline(decision, analysis)}`,
    `## Context and Problem Statement\n\n${context(analysis)}`,
    `## Decision Drivers\n\n${list(wanted.map(driver))}`,
    `## Considered Options\n\n${list(contestants.map((one) => `${one.title}: ${one.summary}`))}`,
    `## Decision Outcome\n\n${outcome(decision, analysis)}`,
    `### Consequences\n\n${list(chosen.flatMap((option) => consequences(option, decision, analysis)))}`,
    `### Confirmation\n\n${confirmation(decision, analysis)}`,
    '## Pros and Cons of the Options',
    ...contestants.map(
      ({ id }) =>
        `### ${title(id)}\n\n${list(
          evidenceFor(id, wanted).map((one) => argument(one, id, analysis)),
          'Nothing of what is wanted was measured of it.',
        )}`,
    ),
    `## More Information\n\n${moreInformation(decision, analysis)}`,
  ].join('\n\n')}\n`;
}

const list = (lines: readonly string[], none = 'None that was measured.') =>
  lines.length === 0 ? none : lines.map((line) => `* ${line}`).join('\n');

const chosenBy = ({ outcome }: Decision): readonly string[] =>
  outcome.kind === 'chosen' ? [outcome.option] : outcome.kind === 'tie' ? outcome.options : [];

/** What `--check` reads. */
export function recordOf(decision: Decision, analysis: Analysis, date: string): AdrRecord {
  const { workload, command } = analysis.run;
  const outcome = chosenBy(decision);
  const wanted = decision.rows.filter(({ weight }) => weight > 0);
  return {
    status: 'proposed',
    date,
    confirmation: {
      command,
      workload: workload.name,
      input: workload.headline,
      outcome: outcome.length > 0 ? outcome : ['none'],
      needs: Object.fromEntries(wanted.map(({ id, weight }) => [id, weight])),
      measured: wanted.filter(({ answer }) => answer).map(({ id }) => id),
      thresholds: outcome.length === 1 ? thresholds(decision, outcome[0] ?? '') : [],
    },
  };
}

/** Every pair by which the chosen one was shown to be ahead. */
function thresholds({ rows }: Decision, option: string): Threshold[] {
  const wanted = rows.filter(({ weight }) => weight > 0);
  return evidenceFor(option, wanted).flatMap(({ row, beats }) =>
    beats
      .filter((other) => advantage(row, option, other) !== undefined)
      .map((than) => ({ need: row.id, better: option, than, atLeast: NO_DIFFERENCE })),
  );
}

function headline(decision: Decision, analysis: Analysis): string {
  const names = chosenBy(decision).map(titleIn(analysis));
  const what = `the CPU-bound ${analysis.run.workload.name} endpoint`;
  return names.length === 0 ? `How to run ${what}: no decision yet` : `Run ${what} on ${names.join(' or ')}`;
}

function context(analysis: Analysis): string {
  const { environment, run, contestants } = analysis;
  return `An endpoint computes ${scope(analysis)}. ${offTheLoop(analysis) || 'On a single event loop that work holds up everything else.'} Which strategy keeps it off: ${contestants.map(({ title }) => title).join(', ')}?

Measured on ${environment.cpuModel} with ${format.count(environment.cores, 'core')} and ${(environment.memoryBytes / 2 ** 30).toFixed(1)} GiB, ${environment.os}, Node.js ${environment.node}, ${run.workers} workers each; run ${run.id}, profile ${run.profile}.`;
}

const driver = ({ title, figure, weight }: Row) =>
  `${title}${figure ? ` (${figure})` : ''}${weight === 1 ? '' : `, weight ${weight}`}`;

function outcome(decision: Decision, analysis: Analysis): string {
  const names = chosenBy(decision).map(titleIn(analysis));
  const plain = verdict(decision, analysis).replaceAll('**', '');
  if (names.length === 0) return `Chosen option: none yet, because ${plain}`;
  const by = `by ${measuredOf(decision.rows)} it beats the others most often and is beaten least (${scoreList(decision, analysis)})`;
  return names.length === 1
    ? `Chosen option: "${names[0]}", because ${by}.${decision.outcome.kind === 'chosen' ? ` ${howSure(decision.outcome, analysis)}` : ''}`
    : `Chosen option: "${names.join('" or "')}", because they are level (${scoreList(decision, analysis)}): what was not measured has to decide between them.`;
}

function confirmation(decision: Decision, analysis: Analysis): string {
  const { thresholds: all } = recordOf(decision, analysis, '').confirmation;
  const title = titleIn(analysis);
  const words = all.map(({ need, better, than, atLeast }) => {
    const row = decision.rows.find(({ id }) => id === need);
    const ratio = row && advantage(row, better, than);
    return `${row?.title ?? need}: ${title(better)} at least ${format.times(atLeast)} times as good as ${title(than)}${ratio ? ` (now ${format.ratio(ratio)})` : ''}`;
  });
  return `Measure again after a change of the workload, the machine or Node.js, and compare:

\`\`\`sh
${analysis.run.command}
pnpm bench adr --check THIS-FILE results/THAT-RUN
\`\`\`

It is still supported (exit 0) where the same rules give the same option and no threshold lies above its interval; one that was raised above 1 has to lie below it. No longer (exit 3) where another option comes out, or a threshold lies above its interval. Otherwise nobody can tell (exit 4), as where one of the needs was not measured.

${list(words, 'There are no thresholds: nothing was shown that carries it.')}`;
}

function moreInformation(decision: Decision, analysis: Analysis): string {
  const missing = unmeasured(decision).map(({ title }) => title);
  const { doubts } = decision;
  return [
    `Drafted by \`bench adr\` from run ${analysis.run.id} (${analysis.run.startedAt}, commit ${analysis.environment.gitCommit}). In brackets are 95 % intervals, those of ratios for all pairs at once.`,
    ...(missing.length > 0 ? [`Not measured, and no part of the decision: ${missing.join('; ')}.`] : []),
    ...(doubts.length > 0 ? [`**What speaks against the run:** ${doubts.join('; ')}.`] : []),
  ].join('\n\n');
}
