import { titleIn } from '@cpu-bound/study/analyse/look-up';
import type { ReaderCase } from '@cpu-bound/study/decide/case';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import { rank, type Weights } from '@cpu-bound/study/decide/rank';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Omission } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { slug } from 'github-slugger';
import { choiceText } from './answers/choice.ts';
import { shownNeeds } from './answers/figures-table.ts';
import { accounting, checks, hoursOf, machine, PROBLEMS, problems, repeat, runsOf } from './appendix.ts';
import { renderAgainst } from './changes/pages.ts';
import { FAMILIES, familiesSection, fasterCode } from './first-screen/alternatives.ts';
import { findingsScreen, firstScreen, hasFindingsAlone, secondScreen } from './first-screen/first-screen.ts';
import { PICTURES, pictureMarkdown } from './picture/svg.ts';
import { type AnyQuestion, type Chart, eachMeasured, type Section } from './question.ts';
import { needSentence } from './tables/figures.ts';
import { folded, joined, list, present } from './tables/markdown.ts';

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
 * Writes the complete report, a pure function of the analysis: the answer rows and the picture, how sure they are and
 * what to do next, then each question with a sentence, its chart and folded tables. It shows no chart that was not
 * drawn. How everything is measured stands in docs/method.md, once.
 */
export function renderReport(
  analysis: Analysis,
  questions: readonly AnyQuestion[],
  { at, drawn, readerCase, running }: PageParts,
): string {
  const isDrawn = (file: string) => drawn.some((drawing) => drawing.file === file);
  const image = (file: string) => {
    const chart = drawn.find((drawing) => drawing.file === file);
    return chart ? `![${chart.alt}](${at}/${file})` : NO_CHART;
  };
  const sections = eachMeasured(questions, analysis, (question, found) => ({
    question,
    section: question.section(found, { analysis, chart: image }),
  }));
  const wrong = problems(analysis);
  const families = familiesSection(analysis);
  return `${joined([
    running !== undefined && `> **${running}**`,
    ...(hasFindingsAlone(analysis, questions)
      ? [findingsScreen(analysis, questions)]
      : [
          firstScreen(analysis, readerCase, isDrawn(PICTURES.wide) ? pictureMarkdown(analysis, at) : ''),
          secondScreen(analysis, readerCase),
        ]),
    contents([
      ...sections.map(({ question }) => question.question),
      ...(families ? [FAMILIES] : []),
      ...(wrong ? [PROBLEMS] : []),
      APPENDIX,
    ]),
    ...sections.map(({ question, section }) => questionPart(question, section, analysis)),
    families,
    wrong,
    appendix(analysis),
  ])}\n`;
}

const APPENDIX = 'Appendix';

const contents = (titles: readonly string[]) =>
  `**On this page:** ${titles.map((title) => `[${title}](#${slug(title)})`).join(' · ')}`;

/** The needs of a question that a sentence names: the picture above has all of them. */
const MOST_NEEDS = 2;

/** Writes a question's sentence, its chart and its mechanism. Other findings and charts, and the tables, are folded. */
function questionPart(question: AnyQuestion, section: Section, analysis: Analysis): string {
  const omissions = (analysis.leftOut ?? []).filter((omission) => omission.scenario === question.id);
  const omitted = omissions.find(({ contestant, what }) => contestant === undefined && what === undefined);
  if (omitted) return `## ${question.question}\n\nLeft out: ${omitted.reason}.`;
  const said = [needsSentence(question.id, analysis), ...section.says, lateLine(question, analysis)];
  const [first, ...others] = present(said);
  const [picture, ...charts] = section.charts;
  const hours = hoursOf(question.id, analysis);
  const details = [list(others), ...charts, ...section.details, hours, leftOutLine(omissions, analysis)];
  const text = joined(details);
  return joined([
    `## ${question.question}`,
    picture,
    first && `${first}.`,
    section.why !== '' && !analysis.run.workload.requests && `**Why**: ${section.why}`,
    text !== '' && folded('Tables', [text]),
  ]);
}

/** Says what the needs of a question show, the first ones of the picture; or that no look has judged them. */
function needsSentence(id: string, analysis: Analysis): string {
  const own = shownNeeds(amongMain(analysis).decision).filter(({ need }) => need.question === id);
  const judged = own.filter(({ state }) => state === 'judged').slice(0, MOST_NEEDS);
  if (judged.length > 0) return format.capital(judged.map(needSentence).join('; '));
  const early = own.filter(({ state }) => state === 'not judged').map(({ need }) => need);
  const rounds = Math.max(0, ...early.map(({ measured }) => measured.n));
  return early.length > 0
    ? `Not judged yet, after ${format.count(rounds, 'round')}: ${early.map(({ title }) => title).join(', ')}`
    : '';
}

/** Names the contestants without a latency because their requests left too late, with the median lateness. */
function lateLine({ id }: AnyQuestion, analysis: Analysis): string {
  const late = (analysis.scenarios[id]?.metrics ?? []).filter(({ metric }) => metric === 'send-lag');
  if (late.length === 0) return '';
  const title = titleIn(analysis);
  const each = late.map(
    ({ condition, contestant, ...lag }) =>
      `${title(contestant)} ${format.interval(lag)} ms (${wording.loadName(condition)})`,
  );
  return `No percentile is given if requests left later than a tenth of their latency and half a millisecond: ${each.join(', ')}`;
}

/** Writes details for few readers: the run's checks, its requests and its machine. */
function appendix(analysis: Analysis): string {
  const runs = runsOf(analysis);
  return joined([
    `## ${APPENDIX}`,
    HOW_TO_READ,
    folded('Checks of this run', [checks(analysis)]),
    folded('Where every request went', [accounting(analysis)]),
    folded('The machine', [machine(analysis)]),
    runs !== '' && folded('The runs of this study', [runs]),
    repeat(analysis),
  ]);
}

/** The one sentence that a table needs; docs/method.md explains the rest. */
const HOW_TO_READ =
  '`403 [398, 409]`: an estimate with its 95 % interval over n rounds; `(398 to 409)`: the range of too few rounds. Ratios are taken within rounds, and their intervals hold for all pairs at once. How everything is measured: docs/method.md.';

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

type Reader = { readonly readerCase?: ReaderCase | undefined; readonly weights?: Weights | undefined };

/**
 * Writes the first screen with faster code, and the ranking by the reader's weights. A run that compares two
 * checkouts has its own page.
 */
export function renderSummary(
  runAnalysis: Analysis,
  questions: readonly AnyQuestion[],
  { readerCase, weights }: Reader,
): string {
  if (runAnalysis.run.against) return renderAgainst(runAnalysis, runAnalysis.run.against);
  if (hasFindingsAlone(runAnalysis, questions)) return findingsScreen(runAnalysis, questions);
  const screen = joined([firstScreen(runAnalysis, readerCase), fasterCode(runAnalysis, readerCase)]);
  if (!weights) return screen;
  const given = Object.entries(weights).map(([need, weight]) => `${need} ${weight}`);
  const choice = choiceText(rank(amongMain(runAnalysis).decision, weights), (id) => `**${id}**`);
  return `${screen}\n\n**By your weights** (${given.join(', ')}): ${choice}`;
}
