import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { LOOKS } from '@cpu-bound/stats/looks';
import { mean } from '@cpu-bound/stats/moments';
import { seededRandom } from '@cpu-bound/stats/random';
import { rateComparisons, rateFigures } from '../src/analyse/rates-within.ts';
import type { SearchWindow } from '../src/model.ts';
import { isRight, ROUNDS, searchOf, trueRate, windowsOf } from './fixtures/services-of-known-rate.ts';
import { type Scenario, scenarios } from './fixtures/simulated-services.ts';

/**
 * Studies of four equal services, and of three equal ones and one that carries 1.25 times as much, searched, estimated and
 * compared by the code of a run. `SOAK=1` simulates the table of docs/method.md; otherwise they are few, with wide bounds.
 * `SEED=…` gives fresh ones.
 */
const isSoak = process.env.SOAK !== undefined;
const [studies, truthWindows] = isSoak ? [400, 500] : [2, 30];
const seed = process.env.SEED ?? 'acceptance';
const EQUALS = ['a', 'b', 'c', 'd'];
const FASTER = 1.25;

/** Returns the windows of four equal services, and of a faster one. */
function studyOf(scenario: Scenario, name: string): SearchWindow[] {
  const common = seededRandom(`${name}/speed`);
  const speeds = Array.from({ length: ROUNDS }, () => (scenario.rounds ?? 0) * common.normal());
  return [...EQUALS, 'fast'].flatMap((id) =>
    windowsOf(scenario, id, `${name}/${id}`, { speeds, factor: id === 'fast' ? FASTER : 1 }),
  );
}

/** Returns the pairs that were told apart, the better one first. */
function toldApart(scenario: Scenario, windows: readonly SearchWindow[], ids: readonly string[]) {
  const own = windows.filter(({ contestant }) => ids.includes(contestant));
  const contestants = ids.map((id) => ({ id }));
  const { comparisons, bounds } = rateComparisons(searchOf(scenario, own), contestants, { looks: LOOKS });
  return [...comparisons, ...bounds].flatMap(({ contestant, against, verdict }) =>
    verdict === 'better' ? [[contestant, against]] : verdict === 'worse' ? [[against, contestant]] : [],
  );
}

function check(t: TestContext, name: string, scenario: Scenario): void {
  const truth = trueRate(scenario, truthWindows, scenario.rounds);
  const all = Array.from({ length: studies }, (_, index) => studyOf(scenario, `${seed}/${name}/${index}`));
  const told = all.filter((windows) => toldApart(scenario, windows, EQUALS).length > 0).length;
  const found = all
    .flatMap((windows) => toldApart(scenario, windows, ['a', 'b', 'c', 'fast']))
    .filter(([better]) => better === 'fast').length;
  const figures = all.flatMap((windows) =>
    rateFigures(
      searchOf(
        scenario,
        windows.filter(({ contestant }) => contestant !== 'fast'),
      ),
    ),
  );
  const covered = figures.filter((figure) => isRight(figure, truth)).length;
  const rates = figures.flatMap((figure) => (figure.form === 'rate' ? [figure.rate] : []));
  const widths = rates.map(({ low, high }) => high / low).toSorted((a, b) => a - b);
  const bias =
    rates.length > 0 ? Math.exp(mean(rates.map(({ estimate }) => Math.log(estimate / truth)))) - 1 : 0;
  const percent = (part: number) => (100 * part).toFixed(1);
  const parts = [told / studies, covered / figures.length, rates.length / figures.length, bias].map(percent);
  const text = `${name}: told apart, covered, rates, bias ${parts.join(', ')} %; high ÷ low ${widths[widths.length >> 1]?.toFixed(2) ?? '–'}; ${percent(found / (3 * studies))} % of 1.25 found`;
  t.diagnostic(text);
  assert.ok(told <= (isSoak ? 28 : 1), text);
  assert.ok(covered >= (isSoak ? 0.93 : 0.7) * figures.length, text);
}

describe('rates within a p99 of simulated services: equals are seldom told apart, and intervals contain the true rate, with', () => {
  for (const [name, scenario] of Object.entries<Scenario>(scenarios))
    it(name, (t) => check(t, name, scenario));
});
