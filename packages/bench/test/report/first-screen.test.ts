import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderAdr } from '../../src/adr/render.ts';
import { decide } from '../../src/decide/decision.ts';
import { verdictLines } from '../../src/report/first-screen/terminal.ts';
import { titleIn } from '../../src/report/metric-table.ts';
import { scenarios } from '../../src/scenarios/scenarios.ts';
import { made } from '../fixtures/decisions.ts';
import { assertGolden } from '../golden.ts';
import { renderedPage } from './rendered.ts';

const firstScreenOf = (page: string) => page.slice(0, page.indexOf('**On this page:**'));

describe('the first screen', () => {
  for (const [name, analysis] of Object.entries(made)) {
    const file = name.replaceAll(' ', '-');

    it(`says, where ${name}, what follows from it`, async () =>
      assertGolden(`first-screen/${file}.md`, firstScreenOf(await renderedPage(analysis))));

    it(`and the terminal and the ADR decide alike, where ${name}`, async () => {
      const { outcome } = decide(analysis, scenarios);
      const page = firstScreenOf(await renderedPage(analysis));
      const adr = renderAdr(decide(analysis, scenarios), analysis, '2026-01-31');
      const lines = verdictLines(analysis, scenarios);
      const names =
        outcome.kind === 'chosen' ? [outcome.option] : outcome.kind === 'tie' ? outcome.options : [];
      const titles = names.map(titleIn(analysis));
      const chosen = titles.length > 0 ? titles.map((title) => `"${title}"`).join(' or ') : 'none yet';
      assert.ok(adr.includes(`Chosen option: ${chosen}, because`), adr);
      const stated = /^\*\*(.+?)\*\*, for/m.exec(page)?.[1];
      const wanted = titles.length > 0 ? titles.join(' or ') : 'no verdict';
      assert.equal(stated?.toLowerCase(), wanted);
      assert.ok(lines[0]?.toLowerCase().startsWith(`verdict: ${wanted}, for`));
      assert.equal(lines.length, 5);
    });
  }
});
