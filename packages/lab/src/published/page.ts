import { table } from '@cpu-bound/report/tables/table';
import { conditionsIn, findMetric, titleIn } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import { type Analysis, type Comparison as Compared, type Metric, sameInput } from '@cpu-bound/study/model';
import { claims, type ToolResult } from './claims.ts';
import { type Arm, type Call, type Comparison, comparisons, type PublishedFigures } from './comparisons.ts';
import type { Figures } from './outputs.ts';
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
    '<!-- `pnpm bench published` writes this page from docs/published/ and docs/choosing.json. -->',
    `Five published comparisons of a single process with a cluster, each with its own tool and load. The services are this repository’s. “Here” is one run of that command on ${startedAt.slice(0, 10)}: ${machine.cpu}, ${format.count(machine.cores, 'core')}, ${machine.os}, Node.js ${machine.node}, commit ${gitCommit.slice(0, 12)}; ${versions.join(', ')}. One run has no interval. Intervals are those of the study \`${analysis.run.id}\` (${analysis.environment.cpuModel}, ${format.count(analysis.environment.cores, 'core')}, [choosing.json](choosing.json)).`,
    '`pnpm bench published` repeats the comparisons whose tools are installed, and stores [what they printed](published). Published figures come from other machines, so only ratios are compared, and ratios divided by the number of cores.',
    '## Which claims hold here, in one run of each command',
    claimsTable(repetition),
    ...comparisons.flatMap((comparison) => partOf(comparison, repetition, analysis)),
  ]
    .join('\n\n')
    .concat('\n');
}

function answerOf(finding: { readonly holds: boolean } | undefined): string {
  if (!finding) return 'not repeated';
  return finding.holds ? 'holds' : 'does not hold';
}

function claimsTable(repetition: Repetition): string {
  return table(
    ['published claim', 'comparison', 'in one run', 'found'],
    claims.map(({ comparison: id, claim, check }) => {
      const comparison = comparisons.find((candidate) => candidate.id === id);
      const call = comparison?.calls[0];
      const finding = comparison && call && check((arm) => resultOf(comparison, arm, call, repetition));
      return [
        claim,
        `[${comparison?.title}](#${slug(comparison?.title ?? '')})`,
        answerOf(finding),
        finding?.found ?? '–',
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

function resultOf(
  { id, calls }: Comparison,
  arm: string,
  { tool }: Call,
  { runs }: Repetition,
): ToolResult | undefined {
  const run = runs.find(
    (candidate) => candidate.comparison === id && candidate.arm === arm && candidate.tool === tool,
  );
  const read = calls.find((call) => call.tool === tool)?.read;
  return run && read && { run, figures: read(run.output) };
}

function partOf(comparison: Comparison, repetition: Repetition, analysis: Analysis): string[] {
  const { title, load, work, cores, calls, arms, workHere, hidden, query } = comparison;
  const study = studyOf(analysis, query);
  const commands = repetition.runs
    .filter(({ comparison: id, arm }) => id === comparison.id && arm === 'single')
    .map(({ command }) => `\`${command}\``);
  const missing = calls.filter((call) => !resultOf(comparison, 'single', call, repetition));
  return [
    `## ${title}`,
    `Published: ${load}; ${work}; ${cores === undefined ? 'cores unknown' : format.count(cores, 'core')}. ${
      commands.length > 0 ? `Here: ${commands.join(' and ')}.` : ''
    }`.trimEnd(),
    ...missing.map(({ tool }) => `Not repeated with ${tool}: it was not installed.`),
    table(
      ['service', 'published', ...calls.map(({ tool }) => `here, ${tool}`), 'study'],
      [
        ...arms.map((arm) => [
          `${arm.title}`,
          arm.published ? publishedText(arm.published) : '–',
          ...calls.map((call) => {
            const result = resultOf(comparison, arm.id, call, repetition);
            return result ? figuresText(result.figures) : '–';
          }),
          studyText(arm, study),
        ]),
        ...arms.slice(1).map((arm) => ratioRow(arm, comparison, repetition, study)),
      ],
    ),
    `**Same work?** ${workHere} ${studyNote(study, query, analysis)}`,
    `**Not shown by the command:** ${hidden} One run: no interval. ${errorsText(comparison, repetition)}`,
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

const figuresText = ({ perSecond, totalS, p50, p95, p99 }: Figures): string =>
  [
    `${format.number(perSecond)}/s`,
    ...(p50 === undefined && totalS !== undefined ? [`${format.number(totalS)} s in all`] : []),
    ...percentileTexts({ p50, p95, p99 }),
  ].join(', ');

const percentileTexts = (given: Record<string, number | undefined>): string[] =>
  Object.entries(given).flatMap(([name, ms]) => (ms === undefined ? [] : [`${name} ${format.duration(ms)}`]));

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
  return `The study’s figures are \`scenarios.capacity\`, \`throughput\`, \`${asked}\`, ${format.loadName(first.condition)}, of ${names.join(', ')}.`;
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
    ({ contestant, against }) => isInStudy(arm) && contestant === arm.contestant && against === 'single',
  );
  return [
    `**${arm.title} ÷ ${first?.title}**`,
    published === undefined ? '–' : withShare(published, comparison.cores),
    ...comparison.calls.map((call) => {
      const [one, many] = ['single', arm.id].map((id) => resultOf(comparison, id, call, repetition));
      if (!one || !many) return '–';
      return withShare(many.figures.perSecond / one.figures.perSecond, repetition.machine.cores);
    }),
    inStudy ? `**${format.ratio(inStudy.ratio)}**` : '–',
  ];
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
    comparison.arms.flatMap(({ id }) => resultOf(comparison, id, call, repetition) ?? []),
  );
  if (results.length === 0) return '';
  const errors = results.reduce((sum, { figures }) => sum + figures.errors, 0);
  return errors === 0
    ? 'The tools counted no errors here; none compares the content of an answer.'
    : `The tools counted ${format.count(errors, 'error')} here.`;
}
