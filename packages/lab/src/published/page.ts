import { table } from '@cpu-bound/report/tables/table';
import { conditionsIn, findMetric, titleIn } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import { type Analysis, type Comparison as Compared, type Metric, sameInput } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import type { Figures } from '../crosscheck/tool-outputs.ts';
import { claims, type Repeated, repeated, type ToolResult } from './claims.ts';
import {
  type Arm,
  type Call,
  type Comparison,
  comparisons,
  leftOut,
  type PublishedFigures,
} from './comparisons.ts';
import { spreadOf } from './spread.ts';
import type { Repetition } from './stored.ts';

type StudyFigures = { readonly metrics: readonly Metric[]; readonly ratios: readonly Compared[] };

/**
 * Renders the published comparisons next to the results of their commands here, and those of the study.
 *
 * @param repetition the outputs of the tools
 * @param analysis the study of the repository
 */
export function publishedPage(repetition: Repetition, analysis: Analysis): string {
  const { machine, tools, startedAt, gitCommit } = repetition;
  const versions = Object.entries(tools).map(([name, version]) => `${name} ${version}`);
  return [
    '# The published comparisons, repeated',
    '<!-- `npx -y pnpm@12 bench published` writes this page from docs/published/ and docs/choosing.json. -->',
    `Published comparisons, each with its own tool and load. The services are this repository’s. “Here” is ${runsOf(repetition) === 1 ? 'one run' : `the median of ${runsOf(repetition)} runs`} of that command on ${startedAt.slice(0, 10)}: ${machine.cpu}, ${format.count(machine.cores, 'core')}, ${machine.os}, Node.js ${machine.node}, commit ${gitCommit.slice(0, 12)}; ${versions.join(', ')}. ${runsOf(repetition) === 1 ? 'One run has no interval.' : 'In brackets are its lowest and highest run.'} Other intervals are those of the study \`${analysis.run.id}\` (${analysis.environment.cpuModel}, ${wording.cores(analysis.environment)}, [choosing.json](choosing.json)).`,
    '`npx -y pnpm@12 bench published` repeats the comparisons whose tools are installed, and stores [what they printed](published). Published figures come from other machines, so only ratios are compared, and ratios divided by the number of cores.',
    '## Which claims hold here',
    claimsTable(repetition),
    ...comparisons.flatMap((comparison) => partOf(comparison, repetition, analysis)),
    '## Left out',
    leftOut.map(({ title, address, why }) => `- [${title}](${address}): ${why}`).join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

/** The largest number of runs of one command. */
const runsOf = ({ runs }: Repetition): number => Math.max(1, ...runs.map(({ run = 1 }) => run));

function answerOf(findings: Repeated | undefined): string {
  if (!findings) return 'not repeated yet';
  const { held, runs } = findings;
  if (held === runs) return runs === 1 ? 'holds' : `holds in all ${runs}`;
  if (held === 0) return runs === 1 ? 'does not hold' : `holds in none of ${runs}`;
  return `holds in ${held} of ${runs}`;
}

const textOf = ({ words, range }: Repeated, show: (figure: number) => string): string =>
  range ? `${words} [${show(range[0])}, ${show(range[1])}]` : words;

function claimsTable(repetition: Repetition): string {
  return table(
    ['published claim', 'comparison', 'here', 'found'],
    claims.map(({ comparison: id, claim, show = format.times, check }) => {
      const comparison = comparisons.find((candidate) => candidate.id === id);
      const call = comparison?.calls[0];
      const findings = Array.from({ length: runsOf(repetition) }, (_, index) =>
        comparison && call
          ? check((arm) => resultsOf(comparison, arm, call, repetition).get(index + 1))
          : undefined,
      );
      const summed = repeated(findings.filter((finding) => finding !== undefined));
      return [
        claim,
        `[${comparison?.title}](#${slug(comparison?.title ?? '')})`,
        answerOf(summed),
        summed ? textOf(summed, show) : '–',
      ];
    }),
  );
}

/** Makes the anchor of a title, as GitHub does. */
const slug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** Reads the results of a tool's runs on a service, by the number of the run. */
function resultsOf(
  { id }: Comparison,
  arm: string,
  { tool, read }: Call,
  { runs }: Repetition,
): ReadonlyMap<number, ToolResult> {
  const matching = runs.filter(
    (candidate) => candidate.comparison === id && candidate.arm === arm && candidate.tool === tool,
  );
  return new Map(matching.map((run) => [run.run ?? 1, { run, figures: read(run.output) }]));
}

function partOf(comparison: Comparison, repetition: Repetition, analysis: Analysis): string[] {
  const { title, address, load, work, cores, calls, arms, workHere, hidden, query } = comparison;
  const [first] = arms;
  const study = studyOf(analysis, query);
  const commands = repetition.runs
    .filter(({ comparison: id, arm, run = 1 }) => id === comparison.id && arm === first?.id && run === 1)
    .map(({ command }) => `\`${command}\``);
  const missing = calls.filter((call) => resultsOf(comparison, first?.id ?? '', call, repetition).size === 0);
  return [
    `## ${title}`,
    `${address === undefined ? 'Published' : `[Published](${address})`}: ${load}; ${work}; ${cores === undefined ? 'cores unknown' : format.count(cores, 'core')}. ${
      commands.length > 0 ? `Here: ${commands.join(' and ')}.` : ''
    }`.trimEnd(),
    ...missing.map(({ tool }) => `Not repeated yet with ${tool}.`),
    table(
      [
        'service',
        'published',
        ...calls.map(({ tool }) => `${tool}, ${repetition.machine.cpu}`),
        `study, ${analysis.environment.cpuModel}`,
      ],
      [
        ...arms.map((arm) => [
          `${arm.title}`,
          arm.published ? publishedText(arm.published) : '–',
          ...calls.map((call) =>
            figuresOfRuns([...resultsOf(comparison, arm.id, call, repetition).values()]),
          ),
          studyText(arm, study),
        ]),
        ...arms.slice(1).map((arm) => ratioRow(arm, comparison, repetition, study)),
      ],
    ),
    `**Same work?** ${workHere} ${studyNote(study, query, analysis)}`,
    `**Not shown by the command:** ${hidden} ${errorsText(comparison, repetition)}`.trimEnd(),
  ];
}

const publishedText = ({ perSecond, totalS, p50, p95, p99 }: PublishedFigures): string =>
  [
    perSecond !== undefined && `${format.number(perSecond)}/s`,
    totalS !== undefined && `${totalS} s in all`,
    ...percentileTexts({ p50, p95, p99 }),
  ]
    .filter(Boolean)
    .join(', ');

/** Writes the figures of the run with the median rate, and the range of the rates. */
function figuresOfRuns(results: readonly ToolResult[]): string {
  const spread = spreadOf(results, ({ figures }) => figures.perSecond);
  if (!spread) return '–';
  const text = figuresText(spread.median.figures);
  const [low, high] = [spread.low, spread.high].map(({ figures }) => format.number(figures.perSecond));
  return results.length === 1 ? text : `${text} [${low}, ${high}]`;
}

const figuresText = ({ perSecond, totalS, p50, p95, p99 }: Figures): string =>
  [
    `${format.number(perSecond)}/s`,
    ...(p50 === undefined && totalS !== undefined ? [`${format.number(totalS)} s in all`] : []),
    ...percentileTexts({ p50, p95, p99 }),
  ].join(', ');

const percentileTexts = (percentiles: Record<string, number | undefined>): string[] =>
  Object.entries(percentiles).flatMap(([name, ms]) =>
    ms === undefined ? [] : [`${name} ${format.duration(ms)}`],
  );

/** Finds the throughput of the study under a saturating load on the same input. */
function studyOf({ scenarios }: Analysis, query: Comparison['query']): StudyFigures {
  const { capacity } = scenarios;
  const condition = conditionsIn(capacity?.metrics ?? []).find(({ input }) => sameInput(input, query));
  const isThroughput = (figure: Metric | Compared) =>
    figure.metric === 'throughput' && condition !== undefined && sameInput(figure.condition.input, query);
  return {
    metrics: (capacity?.metrics ?? []).filter(isThroughput),
    ratios: (capacity?.comparisons ?? []).filter(isThroughput),
  };
}

/** Tells whether an arm is in the study, which starts one worker for each core. */
const isInStudy = ({ workers }: Arm) => workers === undefined;

function studyText(arm: Arm, { metrics }: StudyFigures): string {
  const throughput = isInStudy(arm) ? findMetric(metrics, arm.contestant, 'throughput') : undefined;
  return throughput ? `${format.interval(throughput)}/s` : '–';
}

function studyNote({ metrics }: StudyFigures, query: Comparison['query'], analysis: Analysis): string {
  const asked = new URLSearchParams(query).toString();
  const [first] = metrics;
  if (!first) return `The study measures no throughput of \`${asked}\`.`;
  const names = metrics.map(({ contestant }) => titleIn(analysis)(contestant));
  return `The study’s figures are \`scenarios.capacity\`, \`throughput\`, \`${asked}\`, ${wording.loadName(first.condition)}, of ${names.join(', ')}.`;
}

function ratioRow(
  arm: Arm,
  comparison: Comparison,
  repetition: Repetition,
  { ratios }: StudyFigures,
): string[] {
  const [first] = comparison.arms;
  const published = ratioOf(first?.published, arm.published);
  const inStudy = ratios.find(
    ({ contestant, against }) =>
      isInStudy(arm) && contestant === arm.contestant && against === first?.contestant,
  );
  return [
    `**${arm.title} ÷ ${first?.title}**`,
    published === undefined ? '–' : withShare(published, comparison.cores),
    ...comparison.calls.map((call) => {
      const [ofFirst, ofArm] = [first?.id ?? '', arm.id].map((id) =>
        resultsOf(comparison, id, call, repetition),
      );
      const ratios = [...(ofArm ?? [])].flatMap(([run, { figures }]) => {
        const base = ofFirst?.get(run);
        return base ? [figures.perSecond / base.figures.perSecond] : [];
      });
      return ratioOfRuns(ratios, repetition.machine.cores);
    }),
    inStudy ? `**${format.ratio(inStudy.ratio)}**` : '–',
  ];
}

/** Writes the median of the runs' ratios, its share of each core, and the lowest and the highest. */
function ratioOfRuns(ratios: readonly number[], cores: number): string {
  const spread = spreadOf(ratios, (ratio) => ratio);
  if (!spread) return '–';
  const text = withShare(spread.median, cores);
  return ratios.length === 1 ? text : `${text} [${format.times(spread.low)}, ${format.times(spread.high)}]`;
}

/** Writes a ratio and its share of each core: `1.88×, 0.94 per core`. */
const withShare = (ratio: number, cores: number | undefined): string =>
  `**${format.times(ratio)}×**${cores === undefined ? '' : `, ${format.times(ratio / cores)} per core`}`;

function ratioOf(
  single: PublishedFigures | undefined,
  many: PublishedFigures | undefined,
): number | undefined {
  if (single?.perSecond && many?.perSecond) return many.perSecond / single.perSecond;
  return single?.totalS && many?.totalS ? single.totalS / many.totalS : undefined;
}

function errorsText(comparison: Comparison, repetition: Repetition): string {
  const results = comparison.calls.flatMap((call) =>
    comparison.arms.flatMap(({ id }) => [...resultsOf(comparison, id, call, repetition).values()]),
  );
  if (results.length === 0) return '';
  const errors = results.reduce((sum, { figures }) => sum + figures.errors, 0);
  return errors === 0
    ? 'The tools counted no errors here; none compares the content of an answer.'
    : `The tools counted ${format.count(errors, 'error')} here.`;
}
