import { commandAnew } from '@cpu-bound/study/analyse/commands';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import type { Weights } from '@cpu-bound/study/decide/rank';
import { rowsOf } from '@cpu-bound/study/decide/rows';
import { advantagesOf } from '@cpu-bound/study/decide/standing';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis, NeedResult } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { figuresNote, judgedTable } from '../answers/figures-table.ts';
import { rowsTable } from '../answers/row-words.ts';
import { facts, offTheLoop, scope } from '../first-screen/trust.ts';
import { joined } from '../tables/markdown.ts';
import { operation } from './operation.ts';
import { consequences, headline, type Outcome, outcomeOf, outcomeText, wrongIf } from './outcome.ts';
import { type AdrRecord, frontMatter, NO_DIFFERENCE, type Threshold } from './record.ts';

/**
 * Writes a decision record by the template of MADR 4.0 (https://adr.github.io/madr/), from a run's analysis. Every
 * figure in it comes from the analysis, and appears once.
 *
 * @param weights by need: at least one need of the reader
 */
export function renderAdr(runAnalysis: Analysis, weights: Weights): string {
  const analysis = amongMain(runAnalysis);
  const outcome = outcomeOf(analysis, weights);
  const shown = consequences(outcome, analysis.decision);
  const toSetUp = operation(analysis, outcome.options);
  const wrong = wrongIf(analysis, outcome);
  const warnings = warningsOf(analysis);
  const hasChoice = outcome.options.length > 0;
  return `${joined([
    frontMatter(recordOf(analysis, weights)),
    `# ${headline(outcome, analysis)}`,
    `## Context and Problem Statement\n\n${context(analysis)}`,
    `## Decision Drivers\n\n${list(outcome.drivers.map((need) => driver(need, weights)))}`,
    `## Considered Options\n\n${list(considered(analysis))}`,
    `## Decision Outcome\n\n${outcomeText(outcome, analysis)}`,
    rowsTable(rowsOf(analysis), 'full'),
    warnings.length > 0 && `**Warning:** ${warnings.join('; ')}.`,
    hasChoice && `### Consequences\n\n${list(shown) || 'No difference was shown.'}`,
    hasChoice && toSetUp.length > 0 && `### In Operation\n\n${list(toSetUp)}`,
    hasChoice && wrong !== '' && `### What Would Make It Wrong\n\n${wrong}`,
    hasChoice && `### Confirmation\n\n${confirmation(analysis)}`,
    `## More Information\n\n${moreInformation(outcome, analysis)}`,
  ])}\n`;
}

/** Names what a record by these weights chooses: its title. */
export function choiceOf(runAnalysis: Analysis, weights: Weights): string {
  const analysis = amongMain(runAnalysis);
  return headline(outcomeOf(analysis, weights), analysis);
}

const list = (lines: readonly string[]) => lines.map((line) => `* ${line}`).join('\n');

/** Returns the record that `--check` reads. */
export function recordOf(analysis: Analysis, weights: Weights): AdrRecord {
  const { workload, command, startedAt, parts = [] } = analysis.run;
  const { options, drivers } = outcomeOf(analysis, weights);
  const [option] = options;
  return {
    status: 'proposed',
    // The day of the newest run is used, so that the same study gives the same record.
    date: (parts.at(-1)?.startedAt ?? startedAt).slice(0, 10),
    confirmation: {
      command: commandAnew(command),
      workload: workload.name,
      input: workload.headline,
      outcome: option === undefined ? ['none'] : options,
      needs: Object.fromEntries(drivers.map(({ id }) => [id, weights[id] ?? 0])),
      measured: drivers.filter(({ measured }) => measured).map(({ id }) => id),
      thresholds: options.flatMap((option) => thresholds(drivers, option)),
      rows: Object.fromEntries(
        rowsOf(analysis)
          .filter(({ id }) => drivers.some(({ row }) => row === id))
          .map(({ id, leaders, state }) => [id, state === 'led' ? leaders : []]),
      ),
    },
  };
}

/** Returns a threshold for every pair in which a chosen option was shown to be better. */
const thresholds = (drivers: readonly NeedResult[], option: string): Threshold[] =>
  drivers.flatMap((need) =>
    advantagesOf(option, need)
      .filter(({ ratio }) => ratio !== undefined)
      .map(({ other }) => ({ need: need.id, better: option, than: other, atLeast: NO_DIFFERENCE })),
  );

function context(analysis: Analysis): string {
  const { requests } = analysis.run.workload;
  if (requests)
    return `Targets that run elsewhere answer ${format.count(requests.count, 'request')} from a file (SHA-256 ${requests.sha256}). Which one is better?`;
  return `An endpoint computes ${scope(analysis)}. ${offTheLoop(analysis) || 'On a single event loop, this work delays every other request.'} Which strategy prevents that?`;
}

const driver = ({ id, title, measured, absence }: NeedResult, weights: Weights) =>
  `${title} (${measured?.under ?? absence}${wording.ofWindow(measured)}), weight ${weights[id]}`;

function considered({ contestants, validity, decision }: Analysis): string[] {
  const options = contestants.filter(({ id }) => decision.options.includes(id));
  return [
    ...options.map(({ id, title, summary }) => `**${id}** – ${title}; ${summary}`),
    ...validity.missing.map(
      ({ contestant, reason }) => `**${contestant}** – could not take part: ${reason.split('\n', 1)[0]}`,
    ),
  ];
}

const confirmation = ({ run }: Analysis): string =>
  `Measure again after a change of the workload, the machine or Node.js:

\`\`\`sh
${commandAnew(run.command)}
npx -y pnpm@12 bench adr results/THAT-RUN --check THIS-FILE
\`\`\`

Exit code 0: still supported; 3: no longer; 4: that run cannot tell. Raise a threshold above where only a larger gain justifies the choice.`;

/** Writes the appendix: all judged figures, the machine, and the needs that were not measured. */
function moreInformation({ drivers }: Outcome, analysis: Analysis): string {
  const { decision, environment, run } = analysis;
  const absent = decision.needs.filter((need) => !need.measured && !drivers.includes(need));
  return joined([
    judgedTable(decision),
    joined([figuresNote(decision), 'Percentiles are those of a typical window'], '; '),
    absent.length > 0 && `Not measured: ${absent.map(({ title }) => title).join('; ')}.`,
    `Drafted by \`bench adr\` from run ${run.id}, profile ${run.profile}, commit ${environment.gitCommit}. ${facts(analysis)}`,
  ]);
}
