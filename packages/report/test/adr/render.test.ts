import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sound, troubled } from '@cpu-bound/questions/test/analysis';
import { made } from '@cpu-bound/questions/test/decisions';
import type { Weights } from '@cpu-bound/study/decide/rank';
import { rowsOf } from '@cpu-bound/study/decide/rows';
import { standingsOf } from '@cpu-bound/study/decide/standing';
import type { Analysis, Cell, NeedResult } from '@cpu-bound/study/model';
import { interval, threePairs } from '@cpu-bound/study/test/compared';
import { consequences } from '../../src/adr/outcome.ts';
import { readRecord } from '../../src/adr/record.ts';
import { recordOf, renderAdr } from '../../src/adr/render.ts';
import { judgedTable } from '../../src/answers/figures-table.ts';
import { rowsTable } from '../../src/answers/row-words.ts';

const weights = { throughput: 3, 'light-requests': 1, 'small-tasks': 2 };
const run = (name: string): Analysis => made[name] ?? assert.fail(name);

/** The headings of MADR 4.0's template that a record of ours has, in its order. */
const TEMPLATE = [
  '# ',
  '## Context and Problem Statement',
  '## Decision Drivers',
  '## Considered Options',
  '## Decision Outcome',
  '### Consequences',
  '### Confirmation',
  '## More Information',
];

/** A part of a record, without its heading. */
function part(text: string, heading: string): string {
  const [, after = ''] = text.split(`\n${heading}\n`);
  return after.split(/\n##/, 1)[0] ?? '';
}
const bullets = (text: string) => text.split('\n').filter((line) => line.startsWith('* '));
const title = (text: string) => /^# (.*)$/m.exec(text)?.[1] ?? assert.fail(text);
const chosen = (text: string) => /^Chosen option: (.*?), because/m.exec(text)?.[1] ?? assert.fail(text);

/** A need of ten rounds with these figures of `a`, `b` and `c`, of which lower ones are better, and these verdicts. */
const need = (
  title: string,
  figures: readonly number[],
  ...verdicts: Parameters<typeof threePairs>
): NeedResult => {
  const ids = ['a', 'b', 'c'];
  const pairs = threePairs(...verdicts);
  const cells = ids.map((id, at): [string, Cell] => [
    id,
    { kind: 'number', value: interval(figures[at] ?? 0, figures[at] ?? 0, figures[at] ?? 0) },
  ]);
  const measured = { under: '', n: 10, better: 'lower', cells: Object.fromEntries(cells) } as const;
  return {
    id: title,
    title,
    group: 'speed',
    unit: 'ms',
    measured,
    pairs,
    standings: standingsOf(ids, pairs),
  };
};

it('the consequences of an option are good where it leads, bad where another is ahead, and neutral without a difference', () => {
  const drivers = [
    need('wait', [10, 20, 30], 'better', 'better', 'better'),
    need('size', [30, 40, 10], 'better', 'worse', 'worse'),
    need('start', [5, 5, 5], 'inconclusive', 'inconclusive', 'inconclusive'),
  ];
  const others = [
    need('heat', [2, 1, 4], 'worse', 'better', 'better'),
    need('noise', [1, 2, 4], 'better', 'better', 'better'),
  ];
  assert.deepEqual(consequences({ options: ['a'], drivers }, { needs: [...drivers, ...others] }), [
    'Good, because of wait: 10.0 ms, best',
    'Bad, because of size: 30.0 ms, ×3.0 (c 10.0)',
    'Neutral, because of start: 5.00 ms, no difference',
    'Good, because of needs that were not named: noise',
    'Bad, because of needs that were not named: heat',
  ]);
});

describe('a decision record', () => {
  it('says that no open comparison could change its scores, and has no part without content', () => {
    const text = renderAdr(sound, { throughput: 3, 'light-requests': 1 });
    assert.match(
      text,
      /This is firm: no inconclusive comparison could put another strategy level with it or before it\. /,
    );
    assert.doesNotMatch(renderAdr(sound, { throughput: 3, memory: 1 }), /Other weights|In Operation/);
  });

  it('leaves a choice among level options to its reader, and names the advantages of each', () => {
    const text = renderAdr(run('four strategies answered every question'), { throughput: 1 });
    assert.match(title(text), /^Run the CPU-bound `primes` endpoint on cluster or threads: yours to choose$/);
    assert.match(text, /^\*\*The choice is yours\.\*\* /m);
    const consequences = part(text, '### Consequences');
    for (const id of ['cluster', 'threads'])
      assert.match(
        consequences,
        new RegExp(`^\\* ${id}: Good, because of answers at full load: 434/s, best two$`, 'm'),
      );
    const { thresholds } = readRecord(text, 'adr.md').confirmation;
    assert.deepEqual(new Set(thresholds.map(({ better }) => better)), new Set(['cluster', 'threads']));
  });

  it('names the command that writes the chosen strategy around the measured function', () => {
    const command =
      "npx -y pnpm@12 bench run --workload './my src/render.ts#render?body=a.json' --profile quick --type text/csv --answers-differ";
    const contestants = sound.contestants.map((one) => ({ ...one, family: `${one.id}s` }));
    const ofFunction = { ...sound, contestants, run: { ...sound.run, command } };
    assert.match(
      renderAdr(ofFunction, { throughput: 3, cpu: 1 }),
      /^\* Code: `npx -y pnpm@12 bench scaffold cluster --workload '.\/my src\/render.ts#render\?body=a.json' --type text\/csv --answers-differ --out .\/primes-service` writes it around the function that was measured, with tests\.$/m,
    );
    assert.doesNotMatch(renderAdr(sound, { throughput: 3, cpu: 1 }), /bench scaffold/);
  });

  it('names the command for the strategy of a service that was written, where that service is chosen', () => {
    const command =
      "npx -y pnpm@12 bench run --workload './src/render.ts#render?body=a.json' --profile quick";
    const contestants = sound.contestants.map((one) =>
      one.id === 'cluster' ? { ...one, peerOf: 'threads', scaffolded: true as const } : one,
    );
    const ofFunction = { ...sound, contestants, run: { ...sound.run, command } };
    const text = renderAdr(ofFunction, { throughput: 3, cpu: 1 });
    assert.match(text, /^\* Code: `npx -y pnpm@12 bench scaffold threads /m);
  });

  for (const [name, analysis] of Object.entries(made)) {
    it(`has the structure of MADR 4.0 if ${name}`, () => {
      const text = renderAdr(analysis, weights);
      assert.match(text, /^---\nstatus: proposed\ndate: \S+\n/);
      const isOpen = chosen(text) === 'none yet';
      const headings = TEMPLATE.filter((one) => !isOpen || !one.startsWith('### '));
      const places = headings.map((heading) => text.indexOf(`\n${heading}`));
      assert.ok(
        places.every((place) => place > 0),
        text,
      );
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      );
      for (const line of bullets(part(text, '### Consequences')))
        assert.match(line, /^\* (\S+: )?(Good|Bad|Neutral), because /);
    });

    it(`has at most 65 lines between its front matter and its appendix if ${name}`, () => {
      const [, , body = ''] = renderAdr(analysis, weights).split(/^---$|^## More Information$/m);
      const { length } = body.trim().split('\n');
      assert.ok(length > 20 && length <= 65, `${length} lines:\n${body}`);
    });

    it(`has a title that agrees with its outcome if ${name}`, () => {
      for (const needs of [weights, { memory: 1 }, { overload: 1 }] as Weights[]) {
        const text = renderAdr(analysis, needs);
        const [head, option] = [title(text), chosen(text)];
        const { outcome } = readRecord(text, 'adr.md').confirmation;
        if (option === 'none yet') {
          assert.match(head, /: not decided$/);
          assert.deepEqual(outcome, ['none']);
          continue;
        }
        const ids = [...option.matchAll(/"([^"]+)"/g)].map(([, id]) => id);
        assert.deepEqual(ids, outcome);
        for (const id of outcome)
          assert.ok(head.includes(analysis.contestants.find((one) => one.id === id)?.title ?? id), head);
        assert.equal(/: yours to choose$/.test(head), outcome.length > 1);
        assert.equal(/, provisionally$/.test(head), option.endsWith(', provisionally'));
      }
    });

    it(`has each judged need once in its appendix if ${name}`, () => {
      const text = renderAdr(analysis, weights);
      const rows = part(text, '## More Information').split('\n').slice(3);
      const needsShown = rows.flatMap((row) => /^\| (\S.+?) +\|/.exec(row)?.[1] ?? []);
      assert.deepEqual(needsShown, [...new Set(needsShown)]);
    });
  }

  it('lists the named needs first, then the others', () => {
    const text = renderAdr(run('four strategies answered every question'), { 'endless-tasks': 1, jobs: 2 });
    assert.deepEqual(bullets(part(text, '## Decision Drivers')), [
      '* endless task (a task that never ends), weight 1',
      '* accepted jobs at a restart (with Redis’s append-only file off, every second, always), weight 2',
    ]);
    const [first, second, ...others] = bullets(part(text, '### Consequences'));
    assert.match(`${first}\n${second}`, /endless task[\s\S]*accepted jobs/);
    assert.ok(others.some((line) => /answers/.test(line)));
  });

  it('has the answer rows of the page, and the figures of the analysis with their standings', () => {
    const text = renderAdr(sound, weights);
    assert.ok(part(text, '## Decision Outcome').includes(rowsTable(rowsOf(sound), 'full')));
    assert.ok(part(text, '## More Information').includes(judgedTable(sound.decision)));
  });

  it('chooses nobody if no difference was shown, and names the command that measures more', () => {
    const text = renderAdr(run('no difference is shown'), { throughput: 1 });
    assert.match(title(text), /: not decided$/);
    assert.match(text, /^Chosen option: none yet, because no difference was shown/m);
    assert.match(text, /^To measure what you need: `npx -y pnpm@12 bench more /m);
  });

  it('chooses nothing if no named need was measured', () => {
    const text = renderAdr(sound, { 'small-tasks': 1 });
    assert.match(text, /^Chosen option: none yet, because /m);
    assert.match(
      text,
      /^To measure what you need: `npx -y pnpm@12 bench more results\/\S+ --need small-tasks`$/m,
    );
    assert.doesNotMatch(text, /### Con/);
  });

  it('has its evidence in front matter, which reads back the same', () => {
    const record = readRecord(renderAdr(sound, weights), 'adr.md');
    assert.deepEqual(record, recordOf(sound, weights));
    assert.deepEqual(record.confirmation.outcome, ['cluster']);
    assert.deepEqual(record.confirmation.measured, ['throughput', 'light-requests']);
    const thresholds = record.confirmation.thresholds.map(({ need, than }) => `${need} ${than}`);
    assert.deepEqual(thresholds, ['throughput single', 'throughput queue']);
    assert.deepEqual(record.confirmation.rows, { light: [], answers: ['cluster'] });
  });

  it('has the date of the newest run of its study', () => {
    const [first] = sound.run.parts ?? [];
    const began = { ...sound, run: { ...sound.run, parts: [] } };
    assert.equal(recordOf(began, weights).date, '2026-01-31');
    const part_ = { ...(first ?? assert.fail()), startedAt: '2026-02-03T09:00:00.000Z' };
    const grown = { ...sound, run: { ...sound.run, parts: [first ?? assert.fail(), part_] } };
    assert.equal(recordOf(grown, weights).date, '2026-02-03');
  });

  it('warns about its run', () =>
    assert.match(renderAdr(troubled, weights), /^\*\*Warning:\*\* .*interrupted/m));

  it('names an option that could not take part', () =>
    assert.match(
      renderAdr(run('one could not take part'), weights),
      /^\* \*\*queue\*\* – could not take part: no Redis$/m,
    ));
});

describe('the front matter of a record', () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['# A decision\n', /x\.md: has no front matter/],
    ['---\n: [\n---\n', /x\.md: its front matter is not YAML/],
    ['---\nstatus: accepted\ndate: 2026-01-31\n---\n', /x\.md: confirmation: /],
    [
      '---\nstatus: accepted\ndate: 2026-01-31\nconfirmation:\n  thresholds: []\n---\n',
      /x\.md: has no answer rows, because an older bench wrote it; write it again by its needs: npx .* bench adr/,
    ],
  ];
  for (const [text, message] of wrong) {
    it(`is refused, naming its file, if it is wrong: ${message.source}`, () =>
      assert.throws(() => readRecord(text, 'x.md'), message));
  }
});
