import { titleIn } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Omission } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { slug } from 'github-slugger';
import { FAMILIES, familiesSection } from './decision/families.ts';
import { findingsScreen, hasFindingsAlone } from './findings-alone.ts';
import { firstScreen, secondScreen } from './first-screen/first-screen.ts';
import { howToRead } from './how-to-read.ts';
import { accounting, checks, PROBLEMS, problems } from './problems.ts';
import { machine, repeat } from './provenance.ts';
import { type AnyQuestion, type Chart, eachMeasured, type Section } from './question.ts';
import type { ReaderCase } from './size/case.ts';
import { hoursOf, runsOf } from './tables/hours.ts';
import { divided, folded, joined, list, said } from './tables/sentences.ts';

/** The text in place of a chart whose windows were void, or had too few samples. */
const NO_CHART = '*No chart: too little of what it shows was measured.*';

/**
 * The parts of a page besides its analysis: the charts that were drawn, and their place relative to the page (`charts`
 * or `report/charts`).
 */
export type PageParts = {
  readonly at: string;
  readonly drawn: readonly Pick<Chart, 'file' | 'alt'>[];
  readonly readerCase?: ReaderCase | undefined;
  /** The progress of a run that continues. */
  readonly running?: string | undefined;
};

/**
 * Writes the complete report, a pure function of the analysis. It has the first screen, each question with its
 * sentences and its chart, and folded details. It shows no chart that was not drawn.
 */
export function renderReport(
  analysis: Analysis,
  scenarios: readonly AnyQuestion[],
  { at, drawn, readerCase, running }: PageParts,
): string {
  const image = (file: string) => {
    const chart = drawn.find((drawing) => drawing.file === file);
    return chart ? `![${chart.alt}](${at}/${file})` : NO_CHART;
  };
  const sections = eachMeasured(scenarios, analysis, (scenario, found) => ({
    scenario,
    section: scenario.section(found, { analysis, chart: image }),
  }));
  const wrong = problems(analysis);
  const families = familiesSection(analysis);
  return `${joined([
    running !== undefined && `> **${running}**`,
    ...(hasFindingsAlone(analysis, scenarios)
      ? [findingsScreen(analysis, scenarios)]
      : [
          firstScreen(analysis, readerCase),
          secondScreen(
            analysis,
            (file) => (drawn.some((drawing) => drawing.file === file) ? image(file) : ''),
            readerCase,
          ),
        ]),
    contents([
      ...sections.map(({ scenario }) => scenario.question),
      ...(families ? [FAMILIES] : []),
      ...(wrong ? [PROBLEMS] : []),
      APPENDIX,
    ]),
    ...sections.map(({ scenario, section }) => question(scenario, section, analysis)),
    families,
    wrong,
    appendix(analysis),
  ])}\n`;
}

const APPENDIX = 'Appendix';

const contents = (titles: readonly string[]) =>
  `**On this page:** ${titles.map((title) => `[${title}](#${slug(title)})`).join(' · ')}`;

/** Writes a question's findings and chart. The method, the tables and the omissions are folded. */
function question(scenario: AnyQuestion, section: Section, analysis: Analysis): string {
  const omissions = (analysis.leftOut ?? []).filter((omission) => omission.scenario === scenario.id);
  const omitted = omissions.find(({ contestant, what }) => contestant === undefined && what === undefined);
  if (omitted) return `## ${scenario.question}\n\nLeft out: ${omitted.reason}.`;
  const hours = hoursOf(scenario.id, analysis);
  const { shown, folded: more } = divided([...section.says, ...lateLine(scenario, analysis)]);
  const details = joined([list(more), ...section.details, hours, leftOutLine(omissions, analysis)]);
  return joined([
    `## ${scenario.question}`,
    ...section.charts,
    said(shown),
    section.why !== '' && !analysis.run.workload.requests && `**Why**: ${section.why}`,
    details !== '' && folded('How it was measured, and the tables', [details]),
  ]);
}

/** Names the contestants without a latency because their requests left too late, with the median lateness. */
function lateLine({ id }: AnyQuestion, analysis: Analysis): string[] {
  const late = (analysis.scenarios[id]?.metrics ?? []).filter(({ metric }) => metric === 'send-lag');
  if (late.length === 0) return [];
  const title = titleIn(analysis);
  const each = late.map(
    ({ condition, contestant, ...lag }) =>
      `${title(contestant)} ${format.interval(lag)} ms (${wording.loadName(condition)})`,
  );
  return [
    `No percentile is given if requests left later than a tenth of their latency and half a millisecond: ${each.join(', ')}`,
  ];
}

/** Writes details for few readers: how to read the numbers, the run's checks, the machine. */
function appendix(analysis: Analysis): string {
  const runs = runsOf(analysis);
  return joined([
    `## ${APPENDIX}`,
    folded('How to read the numbers', [howToRead(analysis.decision)]),
    folded('Checks of this run', [checks(analysis)]),
    folded('Where every request went', [accounting(analysis)]),
    folded('The machine', [machine(analysis)]),
    runs !== '' && folded('The runs of this study', [runs]),
    repeat(analysis),
  ]);
}

/** Names contestants that were left out for the same reason together. */
function leftOutLine(omissions: readonly Omission[], analysis: Analysis): string {
  if (omissions.length === 0) return '';
  const title = titleIn(analysis);
  const groups = Map.groupBy(omissions, ({ contestant, what, reason }) =>
    contestant === undefined ? `${what}: ${reason}` : `${what ? ` (${what})` : ''}: ${reason}`,
  );
  const parts = [...groups].map(
    ([why, members]) =>
      `${members.flatMap(({ contestant }) => (contestant === undefined ? [] : [title(contestant)])).join(', ')}${why}`,
  );
  return `Left out: ${parts.join('; ')}.`;
}
