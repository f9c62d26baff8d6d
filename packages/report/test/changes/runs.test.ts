import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brief } from '@cpu-bound/questions/test/analysis';
import { made } from '@cpu-bound/questions/test/decisions';
import { ratioBetween } from '@cpu-bound/stats/between-runs';
import { location } from '@cpu-bound/stats/location';
import { seededRandom } from '@cpu-bound/stats/random';
import type { Analysis } from '@cpu-bound/study/model';
import { changesBetween } from '../../src/changes/changes.ts';
import { type Compared, renderComparison, verdictLine } from '../../src/changes/pages.ts';

const run = (name: string): Analysis => made[name] ?? assert.fail(name);
const [before, after] = [run('cluster wins'), run('queue wins')];

function compared(earlier: Analysis, later: Analysis, threshold = 0.05): Compared {
  const changes = changesBetween(earlier, later, threshold);
  return { earlier, later, changes, threshold, differences: [], doubts: [] };
}

describe('a comparison of two runs', () => {
  it('shows no change for equal figures, and names what was not shown', () => {
    const same = compared(before, before);
    assert.ok(same.changes.length > 10);
    assert.ok(same.changes.every(({ verdict }) => verdict === 'equivalent' || verdict === 'inconclusive'));
    assert.match(verdictLine(same), /^No regression beyond 5\.00 % was shown/);
  });

  it('begins with the other differences: machine, versions, workload, code', () => {
    const differences = ['machine: cores was 2, is 64', 'code: the sources or the lockfile have changed'];
    const [title, ...lines] = renderComparison({ ...compared(before, after), differences }).split('\n');
    assert.match(title ?? '', /^\*\*Differences of /);
    const listed = lines.slice(1, 3);
    assert.deepEqual(
      listed,
      differences.map((line) => `- ${line}`),
    );
    assert.match(renderComparison(compared(before, after)), /^\S+ and \S+ have the same machine/);
  });

  it('counts inconclusive ratios, and has no line for them', () => {
    const some = compared(before, after);
    const open = some.changes.filter(({ verdict }) => verdict === 'inconclusive').length;
    const page = renderComparison(some);
    assert.ok(open > 0 && open < some.changes.length);
    assert.match(page, new RegExp(`${open} inconclusive`));
    assert.equal(page.match(/^- /gm)?.length, some.changes.length - open);
  });

  it('finds the figures that became worse and better', () => {
    const other = compared(before, after);
    const throughput = (contestant: string) =>
      other.changes.find((one) => one.metric === 'throughput' && one.contestant === contestant);
    assert.deepEqual([throughput('cluster')?.verdict, throughput('cluster')?.isRegression], ['worse', true]);
    assert.deepEqual([throughput('queue')?.verdict, throughput('queue')?.isRegression], ['better', false]);
    const page = renderComparison(other);
    assert.match(page, /^### 2 regressions beyond 5\.00 % shown \(2 better; \d+ inconclusive\)$/m);
    assert.match(
      page,
      /^\*\*throughput\*\*, ÷ single\n\n- cluster: 2\.38× \[.*\] → 1\.00× \[.*\], 0\.42× \[.*\] ▼ \*\*regression\*\*\n- queue: .* 2\.39× \[.*\] ▲ better$/m,
    );
  });

  it('calls nothing a regression that the threshold allows', () => {
    const { changes } = compared(before, after, 4);
    assert.ok(changes.some(({ verdict }) => verdict !== 'inconclusive'));
    assert.ok(changes.every(({ isRegression }) => !isRegression));
  });

  it('forms ratios within each run', () => {
    const { changes } = compared(before, after);
    assert.ok(changes.length > 0);
    assert.ok(changes.every(({ against, contestant }) => against === 'single' && contestant !== 'single'));
  });

  it('omits metrics that a run does not compare in pairs', () => {
    const { changes } = compared(before, before);
    const metrics = new Set(changes.map(({ metric }) => metric));
    assert.ok(metrics.has('p99') && !metrics.has('p99.9'));
  });

  it('shows nothing with too few rounds', () => {
    const { changes } = compared(before, brief);
    assert.ok(changes.length > 0);
    assert.ok(changes.every(({ ratio, isRegression }) => ratio === undefined && !isRegression));
  });

  it('claims nothing about a run that cannot be believed', () =>
    assert.match(
      verdictLine({ ...compared(before, after), doubts: ['it was interrupted before its end'] }),
      /^No answer: it was interrupted/,
    ));
});

describe('the ratio between two runs', () => {
  /** Rounds with this scatter on the logarithmic scale. */
  const rounds = (seed: string, scatter: number, factor = 1) => {
    const random = seededRandom(seed);
    const normal = () => Array.from({ length: 12 }, () => random.next()).reduce((sum, one) => sum + one, -6);
    return Array.from({ length: 8 }, () => factor * Math.exp(scatter * normal()));
  };
  const held = (seed: string, scatter: number, factor?: number) => {
    const interval = location(rounds(seed, scatter, factor), { scale: 'geometric' });
    return { interval, ownLevel: interval.level };
  };
  const RUNS = 400;
  const FAMILY = 10;

  it('shows a change in fewer than one of twenty families of ten unchanged figures', () => {
    let alarms = 0;
    for (let one = 0; one < RUNS; one++) {
      const shown = Array.from({ length: FAMILY }, (_, figure) => {
        const ratio = ratioBetween(held(`a/${one}/${figure}`, 0.05), held(`b/${one}/${figure}`, 0.1), FAMILY);
        return ratio && (ratio.low > 1 || ratio.high < 1);
      });
      if (shown.includes(true)) alarms++;
    }
    assert.ok(alarms / RUNS <= 0.062, `${alarms} of ${RUNS}`);
  });

  it('finds a change of a quarter if the rounds scatter by 5 %', () => {
    const found = Array.from({ length: 100 }, (_, one) =>
      ratioBetween(held(`c/${one}`, 0.05), held(`d/${one}`, 0.05, 1.25), FAMILY),
    ).filter((ratio) => ratio && ratio.low > 1);
    assert.ok(found.length >= 90, String(found.length));
  });

  it('is the inverse, seen the other way round', () => {
    const [a, b] = [held('e', 0.1), held('f', 0.1, 2)];
    const [there, back] = [ratioBetween(a, b, 3), ratioBetween(b, a, 3)];
    assert.ok(there && back);
    assert.ok(
      Math.abs(there.low * back.high - 1) < 1e-9 && Math.abs(there.estimate * back.estimate - 1) < 1e-9,
    );
  });
});
