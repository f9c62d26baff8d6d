import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { troubled } from '@cpu-bound/questions/test/analysis';
import { everyQuestion, type Facts } from '@cpu-bound/questions/test/every-question';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { decide } from '@cpu-bound/study/decide/decision';
import type { Accounting, Against, Analysis } from '@cpu-bound/study/model';
import { changesIn } from '../../src/changes/changes.ts';
import { answerLines, isWorse, renderAgainst } from '../../src/changes/pages.ts';

const against: Against = {
  name: 'before',
  commit: '1a2b3c4d5e6f',
  sources: 'a',
  isSame: false,
  taken: ['Node.js 26.10.0 (before has 24.1.0)', 'the workload primes (before has another)'],
  notThere: ['mine'],
};
const alike = { parallel: 1, requestMs: 1 };

/** A run whose contestant `cluster` becomes the single process of the other checkout. */
function runOf(
  facts: Facts,
  { rounds = 10, ids = ['capacity', 'cost', 'latency', 'restart'] } = {},
): Analysis {
  return analysed(everyQuestion(rounds, facts, ids));
}

function analysed({ manifest, ...rest }: ReturnType<typeof everyQuestion>): Analysis {
  const contestants = manifest.contestants.flatMap((one) =>
    one.id === 'queue' ? [] : [one.id === 'cluster' ? { ...one, peerOf: 'single' } : one],
  );
  return decide(analyse({ ...rest, manifest: { ...manifest, against, contestants } }, questions), questions);
}
const failedHalf = (one: Accounting): Accounting => ({ ...one, sent: one.sent + one.ok, failed: one.ok });
const worse = runOf({ single: { parallel: 1, requestMs: 2 }, cluster: alike });
const same = runOf({ single: alike, cluster: alike });
const verdictOf = (analysis: Analysis, figure: string) =>
  changesIn(analysis).find((one) => one.figure === figure)?.verdict;

describe('two checkouts of one run', () => {
  it('have a ratio for each figure', () => {
    const [throughput] = changesIn(worse);
    assert.deepEqual([throughput?.contestant, throughput?.figure], ['single', 'throughput']);
    const { estimate = 0, low = 0, high = 0 } = throughput?.ratio ?? {};
    // The kernel takes 4.5 ms, and the rest of a request 2 ms or 1 ms.
    assert.ok(low < 5.5 / 6.5 + 0.01 && high > 5.5 / 6.5 - 0.01 && Math.abs(estimate - 5.5 / 6.5) < 0.02);
  });

  it('differ for the worse if this one answers fewer requests with more CPU time', () => {
    assert.equal(verdictOf(worse, 'throughput'), 'worse');
    assert.equal(verdictOf(worse, 'CPU time per request'), 'worse');
    assert.equal(isWorse(worse), 'yes');
  });

  it('differ for the worse if this one leaves requests unanswered, even if its right answers are as fast', () => {
    const run = everyQuestion(10, { single: alike, cluster: alike }, ['capacity']);
    const failing = run.results.map(({ blocks, ...trial }) => ({
      ...trial,
      blocks: blocks.map(({ windows, ...block }) => ({
        ...block,
        windows: windows.map((window) =>
          window.subject === 'single' && window.load
            ? { ...window, load: { ...window.load, accounting: failedHalf(window.load.accounting) } }
            : window,
        ),
      })),
    }));
    const refusing = analysed({ ...run, results: failing });
    assert.equal(verdictOf(refusing, 'share of requests that were answered'), 'worse');
    assert.equal(verdictOf(refusing, 'throughput'), 'equivalent');
    assert.equal(isWorse(refusing), 'yes');
    assert.match(renderAgainst(refusing, against), /single is in doubt/);
  });

  it('differ for the better, seen from the other one', () => {
    const better = runOf({ single: alike, cluster: { parallel: 1, requestMs: 2 } });
    assert.equal(verdictOf(better, 'throughput'), 'better');
    assert.equal(isWorse(better), 'no');
  });

  it('do not differ if they do the same', () => {
    assert.equal(isWorse(same), 'no');
    assert.equal(verdictOf(same, 'throughput'), 'equivalent');
  });

  it('have intervals that hold for all figures at once, and are wider for more figures', () => {
    const width = (analysis: Analysis) => {
      const { low = 1, high = 1 } =
        changesIn(analysis).find(({ figure }) => figure === 'throughput')?.ratio ?? {};
      return high / low;
    };
    const facts = { single: alike, cluster: alike };
    assert.ok(width(same) > width(runOf(facts, { ids: ['capacity'] })));
  });

  it('are judged by all of their rounds', () => {
    const facts = { single: alike, cluster: alike };
    const [throughput] = changesIn(runOf(facts, { rounds: 13, ids: ['capacity'] }));
    assert.equal(throughput?.ratio?.n, 13);
  });

  it('are compared by counts if a question counts', () => {
    const counted = changesIn(worse).filter(({ counts }) => counts);
    assert.ok(counted.length > 0);
    assert.ok(counted.every(({ ratio, verdict }) => ratio === undefined && verdict !== 'worse'));
  });

  it('show nothing with too few rounds, and name the number that is needed', () => {
    const few = runOf(
      { single: { parallel: 1, requestMs: 9 }, cluster: alike },
      { rounds: 2, ids: ['capacity'] },
    );
    assert.deepEqual([verdictOf(few, 'throughput'), isWorse(few)], ['not-judged', 'not known']);
    assert.match(renderAgainst(few, against), /^\*\*Too few rounds\*\* for 2 of 2 figures: .*`--rounds 7`/m);
  });

  it('show nothing in a run that cannot be believed', () => {
    const doubted = { ...worse, run: { ...worse.run, interrupted: true } };
    assert.equal(isWorse(doubted), 'not known');
    const page = renderAgainst(doubted, against);
    assert.match(page, /^### This checkout against before: no answer/);
    assert.match(page, /the run was interrupted before its end/);
    const failed = renderAgainst({ ...doubted, validity: troubled.validity }, against);
    assert.match(failed, /^## What went wrong$/m);
  });
});

describe('the answer about two checkouts', () => {
  // `--test-update-snapshots` writes the file: read its diff before you commit it.
  it('has the verdict, the counts of both, what they shared and the smallest change, as its snapshot', (t) =>
    t.assert.fileSnapshot(renderAgainst(worse, against), join(import.meta.dirname, 'checkouts.md.snapshot'), {
      serializers: [String],
    }));

  it('is at most seven lines of a hundred columns at a terminal', () => {
    const lines = answerLines(worse, 'before');
    assert.match(lines[0] ?? '', /^This checkout against before: it is worse \(/);
    assert.match(lines.join('\n'), /^worse: single, throughput: 0\.8\d× \[/m);
    assert.match(lines.at(-1) ?? '', /^ruled out: changes above /);
    assert.ok(lines.length <= 7 && lines.every((line) => line.length <= 100), lines.join('\n'));
  });

  it('says that nothing was measured if there is no figure', () =>
    assert.match(
      renderAgainst(
        { ...same, scenarios: {}, decision: { ...same.decision, needs: [] }, families: {} },
        against,
      ),
      /^### Nothing was measured of both this checkout and before/,
    ));
});
