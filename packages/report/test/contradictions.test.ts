import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import { answersOf } from '@cpu-bound/study/decide/answer';
import { advantagesOf, isCounted, seenBy } from '@cpu-bound/study/decide/lead';
import { rank } from '@cpu-bound/study/decide/rank';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Amount, Analysis, NeedResult } from '@cpu-bound/study/model';
import fc from 'fast-check';
import { checkAdr } from '../src/adr/check.ts';
import { recordOf, renderAdr } from '../src/adr/render.ts';
import { firstScreen, secondScreen } from '../src/first-screen/first-screen.ts';
import { findingLines } from '../src/first-screen/terminal.ts';
import { renderSummary } from '../src/summary.ts';
import { analyses, IDS } from './generated-decisions.ts';
import { storedNames, storedRun } from './stored-run.ts';

/** Reads the ids after “take”, and after “Best:”, in a text. */
const taken = (text: string): string[] =>
  [...text.matchAll(/, take ((?:\w|,| or )+?)\*\*|Best or equivalent ([^.]*)/g)].flatMap((match) =>
    IDS.filter((id) => new RegExp(`\\b${id}\\b`).test(match[1] ?? match[2] ?? '')),
  );

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '');
const tablesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');

/** Asserts that what a page says of a decision does not contradict it. */
function assertConsistent(analysis: Analysis): void {
  const { options, needs } = analysis.decision;
  const page = plain(`${firstScreen(analysis)}\n\n${secondScreen(analysis, () => '')}`);
  const sentences = page.split('\n').filter((line) => line.startsWith('**For '));
  const named = new Set([...sentences.join('\n').matchAll(/\b[\w-]+\b/g)].map(([word]) => word));
  const questioned = analysis.contestants.map(({ id }) => id).filter((id) => !options.includes(id));

  // Nobody who is questioned is taken, ranked, recorded, or an “or”.
  const weights = Object.fromEntries(needs.map(({ id }) => [id, 1]));
  const ranking = rank(analysis.decision, weights);
  const record = recordOf(analysis, weights).confirmation;
  const outputs = [...sentences, findingLines({ ...analysis, validity: sound.validity }).join(' ')];
  for (const id of questioned) {
    assert.ok(!named.has(id), `${id} is questioned, and stands in an answer:\n${sentences.join('\n')}`);
    assert.ok(
      outputs.every((text) => !new RegExp(`\\b${id}\\b`).test(text)),
      `${id} at the terminal`,
    );
    assert.ok(!ranking.places.some(({ option }) => option === id));
    assert.ok(!record.outcome.includes(id));
    assert.ok(warningsOf(analysis).some((text) => text.startsWith(`${id} is questioned`)));
  }

  // Who is taken has a shown advantage in a need of that answer, and is shown to be behind in none of them.
  for (const { take, needs: own, purpose } of answersOf(analysis.decision)) {
    assert.ok(take.length <= 2, 'more than two are no answer');
    for (const { option, gains, price, kept } of take) {
      assert.ok(
        kept || own.some((need) => advantagesOf(option, need).length > 0),
        `${option} for ${purpose}`,
      );
      if (!kept)
        assert.ok(own.every((need) => seenBy(option, need).every(({ relation }) => relation !== 'worse')));
      for (const { need, over } of gains) {
        for (const { other, factor: by } of over) assertPair(need, option, other, 'better', by);
        assert.notEqual(need.standings[option]?.kind, 'behind', `${option} in ${need.title}`);
        const nearest = Math.min(...advantagesOf(option, need).flatMap(({ ratio }) => largeOf(ratio) ?? []));
        const [first] = over;
        if (first?.factor) assert.equal(first.factor.estimate, nearest, 'the nearest comes first');
      }
      for (const { need, other, factor: by } of price) assertPair(need, option, other, 'worse', by);
      const behind = needs.filter(
        (need) => isCounted(need) && seenBy(option, need).some(({ relation }) => relation === 'worse'),
      );
      assert.deepEqual(
        new Set(price.filter(({ need }) => isCounted(need)).map(({ need }) => need.id)),
        new Set(behind.map(({ id }) => id)),
        'the price is what the table marks as behind',
      );
    }
  }
  const isBest = (id: string) =>
    needs.some((need) => isCounted(need) && advantagesOf(id, need).length > 0) ||
    needs.some(({ standings }) => standings[id]?.kind === 'best' || standings[id]?.kind === 'equivalent');
  for (const id of taken(sentences.join('\n'))) assert.ok(isBest(id), `${id} is named without a finding`);

  // A record by any weights chooses only who has a shown advantage, and supports itself.
  if (ranking.choice.kind === 'one') assert.ok(isBest(ranking.choice.option));
  if (record.outcome.includes('none')) {
    assert.equal(checkAdr({ status: '', date: '', confirmation: record }, analysis).supported, 'not known');
    assert.doesNotMatch(renderAdr(analysis, weights), /^Chosen option: "/m);
  }
  const summary = renderSummary(analysis, [], { weights });
  for (const id of questioned)
    assert.ok(!new RegExp(`\\*\\*${id}\\*\\*`).test(summary.split('\n').at(-1) ?? ''));

  // Each number in a sentence stands in a table of the page with the same digits; a ratio is that of a pair.
  const cells = new Set([...tablesOf(page).matchAll(/\d+(?:,\d{3})*(?:\.\d+)?/g)].map(([number]) => number));
  const ratios = new Set(
    needs.flatMap(({ pairs }) =>
      pairs.flatMap(({ ratio }) =>
        ratio
          ? [ratio, { ...ratio, estimate: 1 / ratio.estimate, low: 1 / ratio.high, high: 1 / ratio.low }]
              .map(format.ratio)
              .flatMap((text) => text.match(/\d+(?:\.\d+)?/g) ?? [])
          : [],
      ),
    ),
  );
  for (const sentence of sentences) {
    const text = sentence
      .replaceAll(/`[^`]*`/g, '')
      .replaceAll(/Not measured: [^.]*|\bp\d+ /g, '')
      .replaceAll(/None of \d+ accepted jobs|and \d+ more/gi, '');
    for (const [, number = '', times] of text.matchAll(/(\d+(?:,\d{3})*(?:\.\d+)?)(×)?/g))
      assert.ok(
        cells.has(number) || ratios.has(number),
        `${number}${times ?? ''} stands in no table:\n${sentence}\n${tablesOf(page)}`,
      );
  }

  // No need is both not measured and compared.
  for (const sentence of sentences) {
    const [said = '', after = ''] = sentence.split('Not measured: ');
    const [missing = ''] = after.split('.');
    for (const { title } of needs) assert.ok(!(said.includes(title) && missing.includes(title)), title);
  }
}

const largeOf = (ratio: Amount | undefined) => ratio && Math.max(ratio.estimate, 1 / ratio.estimate);

/** Asserts that a difference is that of its pair. */
function assertPair(
  need: NeedResult,
  option: string,
  other: string,
  relation: 'better' | 'worse',
  by: { readonly estimate: number } | undefined,
): void {
  const pair = seenBy(option, need).find((one) => one.other === other);
  assert.equal(pair?.relation, relation, `${option} and ${other} in ${need.title}`);
  const { ratio } = pair ?? {};
  if (ratio && by) assert.equal(by.estimate, Math.max(ratio.estimate, 1 / ratio.estimate));
}

it('no page of a generated decision contradicts the decision, itself or the record', () =>
  fc.assert(fc.property(analyses, assertConsistent), { numRuns: 60 }));

for (const name of storedNames)
  it(`the page of the stored run ${name} does not contradict its decision`, async () =>
    assertConsistent(await storedRun(name)));
