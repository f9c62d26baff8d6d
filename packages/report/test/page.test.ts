import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { brief, decided, sound, troubled } from '@cpu-bound/questions/test/analysis';
import { made } from '@cpu-bound/questions/test/decisions';
import { pictureOf } from '../src/picture/picture.ts';
import { textOfPage as page, renderedPage } from './rendered.ts';

describe('the report', () => {
  // `--test-update-snapshots` writes the file: read its diff before you commit it.
  it('on one question matches the stored page', async (t) => {
    const { capacity = assert.fail('it is made') } = sound.scenarios;
    t.assert.fileSnapshot(
      await renderedPage(decided({ ...sound, scenarios: { capacity } })),
      join(import.meta.dirname, 'one-question.md.snapshot'),
      { serializers: [String] },
    );
  });

  it('counts the outcomes of all requests', () => {
    for (const analysis of [sound, troubled, brief]) {
      const [, table = ''] = /Where every request went([\s\S]*?)<\/details>/.exec(page(analysis)) ?? [];
      const rows = [...table.matchAll(/^\| (\S+) +\|((?: +[\d,]+ \|)+)$/gm)].map(
        ([, id = '', cells = '']) => ({
          id,
          counts: cells
            .split('|')
            .slice(0, -1)
            .map((cell) => Number(cell.replaceAll(',', ''))),
        }),
      );
      const ids = rows.map(({ id }) => id);
      assert.deepEqual(ids, ['single', 'cluster', 'queue', 'cluster:os']);
      for (const { id, counts } of rows) {
        const [sent = 0, ...outcomes] = counts;
        assert.equal(
          outcomes.reduce((sum, one) => sum + one, 0),
          sent,
          id,
        );
      }
    }
  });

  it('names the effects of memory and time on the run', () => {
    assert.match(page(troubled), /The contestants of a round took turns, because memory did not suffice/);
    assert.match(page(troubled), /2 trials left out, to finish in the planned time/);
    assert.doesNotMatch(page(sound), /took turns|left out, to finish/);
  });

  it('is the same for an analysis that was stored and read back', () => {
    for (const analysis of [sound, troubled, brief]) {
      assert.equal(page(analysis), page(JSON.parse(JSON.stringify(analysis))));
    }
  });

  it('gives no cell of its picture a verdict if one contestant took part alone', async () => {
    const alone = decided({ ...sound, contestants: sound.contestants.slice(0, 1) });
    assert.match(await renderedPage(alone), /^Nothing to compare: .*; /m);
    const tones = pictureOf(alone)?.rows.flatMap(({ cells }) => cells.map(({ tone }) => tone));
    assert.deepEqual(new Set(tones), new Set(['open']));
  });

  it('announces no table of p99 if no pair has one', () => {
    const { latency = assert.fail('it is made') } = sound.scenarios;
    const comparisons = latency.comparisons.filter(({ metric }) => metric !== 'latency-p99');
    const scenarios = { ...sound.scenarios, latency: { ...latency, comparisons } };
    assert.match(page(sound), /^\| all pairs by p99 \(ms\) /m);
    assert.doesNotMatch(page(decided({ ...sound, scenarios })), /^\| all pairs by p99 \(ms\) /m);
  });

  it('has as many cells in each row as in its header, whatever the titles', () => {
    for (const table of page(sound).matchAll(/(?:^\|.*\|\n)+/gm)) {
      const widths = table[0]
        .trim()
        .split('\n')
        .map((row) => row.replaceAll('\\|', '').split('|').length);
      assert.equal(new Set(widths).size, 1, table[0]);
    }
  });

  it('reports the lateness of requests if it leaves no figure', () => {
    const late = made['light requests left too late'] ?? assert.fail('it is made');
    const text = page(late);
    assert.match(
      text,
      /No percentile is given if requests left later .* cluster 0\.900 \[0\.700, 1\.10\] ms \(/,
    );
    assert.doesNotMatch(page(sound), /No percentile is given/);
  });

  it('names the differences that the run could detect, and the comparison of the twins', () => {
    assert.match(
      page(sound),
      / A run like this finds a difference of 0\.\d % in throughputs and \d+ % in median latencies in one of two cases, and one of [\d.]+ % and \d+ % in 19 of 20\. /,
    );
    assert.match(page(sound), /^- ✔ twins of the baseline, throughput: 1\.00× \[0\.99, 1\.01\]/m);
    assert.match(page(brief), /^\*\*How sure\?\*\* Nothing is judged yet/m);
    assert.match(page(brief), /^- not judged yet: twins of the baseline, throughput: /m);
  });

  it('names the differences that half, and 19 of 20, of runs find which scatter as this one did', () => {
    const [byHalf, by19of20] = [1.062, 2.6];
    const needs = sound.decision.needs.map((need) =>
      need.resolution ? { ...need, resolution: { what: need.resolution.what, byHalf, by19of20 } } : need,
    );
    assert.match(
      page({ ...sound, decision: { ...sound.decision, needs } }),
      / a difference of 6 % in throughputs and 6 % in median latencies in one of two cases, and one of 2\.60× and /,
    );
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
