import type { Analysis } from '@cpu-bound/study/model';
import type { Element } from 'hast';
import { h } from 'hastscript';
import { familiesSection, peersAhead } from '../../decision/families.ts';
import { legend } from '../../decision/needs-table.ts';
import { hasFindingsAlone } from '../../findings-alone.ts';
import { howToRead } from '../../how-to-read.ts';
import { accounting, checks, problems } from '../../problems.ts';
import { machine, repeat } from '../../provenance.ts';
import { type AnyQuestion, type Chart, eachMeasured } from '../../question.ts';
import { markdown } from '../markdown.ts';
import { folded, questionDetails } from './question.ts';

/** Builds the parts for few readers: each question with its method, and the evidence that the run can be trusted. */
export function methods(
  analysis: Analysis,
  scenarios: readonly AnyQuestion[],
  charts: readonly Chart[],
): Element {
  const texts: readonly (readonly [string, string, string])[] = [
    ['changes', 'What would change it', changes(analysis)],
    ['peers', 'Alternatives', [peersAhead(analysis), familiesSection(analysis)].join('\n\n').trim()],
    ['problems', 'What went wrong', problems(analysis)],
    ['reading', 'How to read the numbers', `${legend(analysis.decision)}\n\n${howToRead(analysis.decision)}`],
    ['checks', 'Checks of this run', checks(analysis)],
    ['requests', 'Where every request went', accounting(analysis)],
    ['machine', 'The machine', machine(analysis)],
    ['again', 'Measure it again', repeat(analysis)],
  ];
  const measured = eachMeasured(scenarios, analysis, (question, found) =>
    questionDetails(question, found, analysis, charts),
  );
  return h('section.methods', { ariaLabelledBy: ['methods'] }, [
    h('h2#methods', 'How it was measured'),
    ...(hasFindingsAlone(analysis, scenarios) ? measured.map(opened) : measured),
    ...texts
      .filter(([, , text]) => text !== '')
      .map(([id, title, text]) => folded(id, title, markdown(text))),
  ]);
}

const opened = (part: Element): Element => ({ ...part, properties: { ...part.properties, open: true } });

/** Lists the changes that were found with other work or another machine. */
const changes = ({ flips }: Analysis): string =>
  flips
    .flatMap(({ about, finding }) => (finding === undefined ? [] : [`- **${about}**: ${finding}.`]))
    .join('\n');
