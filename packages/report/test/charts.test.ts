import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brief, sound, troubled } from '@cpu-bound/questions/test/analysis';
import type { Analysis } from '@cpu-bound/study/model';
import { FEW_ROUNDS } from '../src/charts/charts.ts';
import { chartsOf } from './rendered.ts';
import { elements } from './svg.ts';

const analyses: Readonly<Record<string, Analysis>> = { sound, troubled, brief };

/** The colours of the marks of each contestant in a chart, by the label that screen readers read. */
function coloursIn(svg: string): Map<string, Set<string>> {
  const colours = new Map<string, Set<string>>();
  for (const { attributes } of elements(svg)) {
    const contestant = /contestant: (\w+)/.exec(attributes['aria-label'] ?? '')?.[1];
    const colour = [attributes.fill, attributes.stroke].find((value) => value?.startsWith('#'));
    if (contestant === undefined || colour === undefined) continue;
    colours.set(contestant, (colours.get(contestant) ?? new Set()).add(colour.toLowerCase()));
  }
  return colours;
}

describe('the charts of an analysis', () => {
  for (const [name, analysis] of Object.entries(analyses)) {
    it(`are well-formed SVG: ${name} run`, async () => {
      const charts = await chartsOf(analysis);
      assert.ok(charts.length >= 1);
      for (const { file, svg, alt } of charts) {
        assert.match(file, /^[\w-]+\.svg$/);
        assert.ok(alt.length > 10);
        const [root] = elements(svg);
        assert.equal(root?.name, 'svg');
        assert.equal(root.attributes.xmlns, 'http://www.w3.org/2000/svg');
        assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
        // A dark page shows each colour of the theme as another one: no ink stays dark on a dark ground.
        const [, dark = ''] = /<style>@media \(prefers-color-scheme:dark\)\{(.*?)\}<\/style>/.exec(svg) ?? [];
        for (const [, attribute, grey] of svg.matchAll(/ (fill|stroke)="(#([\da-f]{2})\3\3)"/gi))
          assert.ok(
            dark.includes(`[${attribute}="${grey}"]{${attribute}:#`),
            `${file}: ${attribute} ${grey}`,
          );
      }
    });
  }

  it('have one colour for a contestant in all charts, and another for each contestant', async () => {
    const charts = await chartsOf(sound);
    const all = charts.map(({ svg }) => coloursIn(svg)).filter(({ size }) => size > 0);
    assert.ok(all.length >= 2, 'at least two charts tell contestants apart');
    const [first = new Map()] = all;
    assert.deepEqual([...first.keys()].toSorted(), ['cluster', 'queue', 'single']);
    for (const colours of all) {
      for (const [contestant, found] of colours) {
        assert.equal(found.size, 1, contestant);
        assert.deepEqual(found, first.get(contestant), contestant);
      }
    }
    assert.equal(new Set([...first.values()].flatMap((found) => [...found])).size, first.size);
  });

  it('draw ranges of too few rounds dashed, with a hollow point, and say so on the axis', async () => {
    const marks = async (analysis: Analysis) => {
      const svg = (await chartsOf(analysis)).find(({ file }) => file === 'capacity.svg')?.svg ?? '';
      const symbols = elements(svg).filter(
        ({ attributes }) => attributes['aria-roledescription'] === 'point',
      );
      return {
        dashed: /stroke-dasharray="3,3"/.test(svg),
        hollow: symbols.some(({ attributes }) => attributes.fill === undefined),
        filled: symbols.some(({ attributes }) => attributes.fill?.startsWith('#')),
        legend: svg.includes(FEW_ROUNDS),
      };
    };
    assert.deepEqual(await marks(brief), { dashed: true, hollow: true, filled: false, legend: true });
    assert.deepEqual(await marks(sound), { dashed: false, hollow: false, filled: true, legend: false });
  });

  it('are absent for a scenario without a number', async () => {
    const files = (await chartsOf(troubled)).map(({ file }) => file);
    assert.ok(files.includes('capacity.svg'));
    assert.ok(!files.includes('responsiveness.svg'));
  });
});
