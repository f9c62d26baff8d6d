import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Analysis } from '../../src/model.ts';
import { renderReport } from '../../src/report/page.ts';
import { scenarios } from '../../src/scenarios/scenarios.ts';
import { brief, sound, troubled } from '../fixtures/analysis.ts';
import { assertGolden } from '../golden.ts';

const page = (analysis: Analysis) => renderReport(analysis, scenarios, 'charts');

describe('the report', () => {
  it('of a sound run', () => assertGolden('sound.md', page(sound)));
  it('of a run in which much went wrong', () => assertGolden('troubled.md', page(troubled)));
  it('of a run of two rounds', () => assertGolden('brief.md', page(brief)));

  it('is the same for the same analysis', () => assert.equal(page(sound), page(structuredClone(sound))));

  it('is the same for an analysis that was read from its file', () => {
    for (const analysis of [sound, troubled, brief]) {
      assert.equal(page(analysis), page(JSON.parse(JSON.stringify(analysis))));
    }
  });

  it('finds its charts where it is told they are', () => {
    const images = renderReport(sound, scenarios, 'report/charts').match(/!\[[^\]]*\]\(([^)]+)\)/g) ?? [];
    assert.ok(images.length >= 2 && images.every((image) => image.includes('](report/charts/')));
  });

  it('has the questions that were asked, and no other', () => {
    const { capacity } = sound.scenarios;
    const text = page({ ...sound, scenarios: capacity ? { capacity } : {} });
    assert.match(text, /^## How many requests per second/m);
    assert.doesNotMatch(text, /^## Does a light endpoint/m);
  });

  it('has rows of as many cells as its header, whatever the titles', () => {
    for (const table of page(sound).matchAll(/(?:^\|.*\|\n)+/gm)) {
      const widths = table[0]
        .trim()
        .split('\n')
        .map((row) => row.replaceAll('\\|', '').split('|').length);
      assert.equal(new Set(widths).size, 1, table[0]);
    }
  });

  it('warns before it says anything where the run must not be believed', () => {
    const [, first = ''] = page(troubled).split('\n\n');
    assert.match(first, /^> \*\*Do not decide by this run:\*\*/);
    for (const doubt of [
      /interrupted/,
      /31 of 54/,
      /threads failed/,
      /queue could not take part/,
      /1\.12× \[1\.04, 1\.21\]/,
    ]) {
      assert.match(first, doubt);
    }
    assert.match(page(brief), /^> \*\*Do not decide by this run:\*\* .*too few rounds/m);
    assert.doesNotMatch(page(sound), /Do not decide/);
  });

  it('shows the last log lines of a contestant that failed', () => {
    assert.match(page(troubled), /^out of memory: `heap` \| limit reached$/m);
  });

  it('keeps a log line of backticks inside its block', () => {
    const [first] = troubled.validity.failed;
    assert.ok(first);
    const failed = [{ ...first, log: ['before', '```', '# not a title'] }];
    const text = page({ ...troubled, validity: { ...troubled.validity, failed } });
    const [, fence = '', block = ''] = /^(`{3,})text\n(before\n[\s\S]*?)^\1$/m.exec(text) ?? [];
    assert.ok(fence.length > 3 && block.includes('# not a title'));
  });
});
