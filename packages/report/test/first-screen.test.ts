import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { made } from '@cpu-bound/questions/test/decisions';
import type { Analysis, Cell, Interval } from '@cpu-bound/study/model';
import { needsTable, uncomparedTable } from '../src/decision/needs-table.ts';
import { rateLine } from '../src/first-screen/case.ts';
import { firstScreen, secondScreen } from '../src/first-screen/first-screen.ts';
import { findingLines } from '../src/first-screen/terminal.ts';
import { resolution } from '../src/first-screen/trust.ts';
import { problems } from '../src/problems.ts';
import type { ReaderCase } from '../src/size/size.ts';

const run = (name: string): Analysis => made[name] ?? assert.fail(name);
/** Replaces the non-breaking spaces of cells by plain ones. */
const screen = (name: string, readerCase?: ReaderCase) =>
  firstScreen(run(name), readerCase).replaceAll('\u00a0', ' ').replaceAll('\u2060', '');
const mapped = <A, B>(given: Readonly<Record<string, A>>, change: (one: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(given).map(([key, one]) => [key, change(one)]));
/** The cells of a row, its name first. */
const cells = (text: string, name: string): string[] => {
  const row = text.split('\n').find((line) => line.startsWith(`| ${name}`)) ?? assert.fail(name);
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
};

describe('the first screen', () => {
  it('names two strategies that no other is shown to beat, each with what was shown of it', () =>
    assert.match(
      screen('four strategies answered every question'),
      /^\*\*For a request that waits for its answer, take cluster or threads\*\*\. In this, no difference between them was shown\. With cluster, throughput: 435 answers\/s, \d\.\d\d× \[[^\]]+\] better than (?:single|queue) \(\d+ answers\/s\).* With threads, throughput: 435 answers\/s, .* \*\*Price\*\*: with cluster, 12 of 157 requests unanswered at a native crash \(queue 0 of 157\); also behind in .*; with threads, 12 of 157 /m,
    ));

  it('tells in a price which range of a few rounds is far behind another, as a range and no verdict', () => {
    const made = run('cluster wins');
    const few = (low: number, high: number, n = 2) => ({
      estimate: low,
      low,
      high,
      level: 0.5,
      n,
      indicative: true,
    });
    const price = (values: Readonly<Record<string, Interval>>) =>
      priceOf(mapped(values, (value) => ({ kind: 'number' as const, value })));
    const priceOf = (cells: Readonly<Record<string, Cell>>) => {
      const needs = made.decision.needs.map((need) =>
        need.id === 'tail' && need.measured ? { ...need, measured: { ...need.measured, cells } } : need,
      );
      return /^\*\*For speed, take cluster\*\*.*\*\*Price\*\*: (.*)\.$/m.exec(
        firstScreen({ ...made, decision: { ...made.decision, needs } }),
      )?.[1];
    };
    assert.equal(
      price({ single: few(30, 50), cluster: few(1200, 1270) }),
      'p99 latency at the low rate (1,200–1,270 ms, single 30.0–50.0 ms), 2 rounds only',
    );
    const lost = (low: number, high: number, apart?: string) => ({
      kind: 'around a fault' as const,
      count: few(low, high, 4),
      total: 77,
      failed: few(low, high, 4),
      lost: few(0, 0, 4),
      refused: few(0, 0, 4),
      ...(apart !== undefined && { apart }),
    });
    assert.match(
      priceOf({ single: lost(0, 1), cluster: lost(24, 39) }) ?? '',
      /^.*24.* of 77.* requests unanswered at p99 latency at the low rate \(single .*0–1.*\), 4 rounds only$/,
    );
    assert.equal(priceOf({ single: lost(0, 1, 'exits'), cluster: lost(24, 39) }), 'none was shown');
    assert.equal(price({ single: few(30, 50), cluster: few(90, 1270) }), 'none was shown');
    assert.equal(price({ single: few(30, 50, 1), cluster: few(1200, 1270, 1) }), 'none was shown');
  });

  it('gives the mechanism of a known strategy, and none of another', () => {
    const made = run('cluster wins');
    const contestants = made.contestants.map((one) =>
      one.id === 'cluster' ? { ...one, family: 'clusters' } : one,
    );
    assert.match(
      firstScreen({ ...made, contestants }),
      /^\*\*For speed, take cluster\*\*, because each core has a process that does the whole request/m,
    );
    assert.doesNotMatch(firstScreen(made), /because/);
  });

  it('is followed by the command that writes a service around the function of the run', () => {
    const made = run('cluster wins');
    const command = "npx -y pnpm@12 bench run --workload ./src/render.ts#render --body 'samples/*.json'";
    assert.match(
      secondScreen({ ...made, run: { ...made.run, command } }, String),
      /^\*\*Next\*\*: .*`npx -y pnpm@12 bench scaffold cluster --workload .\/src\/render.ts#render --body 'samples\/\*.json' --out [^`]+` writes the service$/m,
    );
    assert.doesNotMatch(secondScreen(made, String), /scaffold/);
  });

  it('has no row for a need whose rounds are too few if other needs have enough', () => {
    const analysis = run('cluster wins');
    const needs = analysis.decision.needs.map((need) =>
      need.id === 'memory' && need.measured
        ? {
            ...need,
            standings: mapped(need.standings, () => ({ kind: 'not-shown-behind' as const })),
            measured: {
              ...need.measured,
              cells: mapped(need.measured.cells, (cell) =>
                cell.kind === 'number' ? { ...cell, value: { ...cell.value, indicative: true } } : cell,
              ),
            },
          }
        : need,
    );
    const decision = { ...analysis.decision, needs };
    assert.doesNotMatch(needsTable(decision, analysis), /memory/);
    assert.match(uncomparedTable(decision, analysis), /memory.*range of \d+ rounds, no interval\.$/s);
  });

  for (const [id, first, others] of [
    ['single', '21\\d \\(21\\d–21\\d\\)', '9\\d\\.\\d \\(9\\d\\.\\d–9\\d\\.\\d\\)'],
    ['cluster', '43\\d \\(43\\d–43\\d\\)', '182 \\(18\\d–18\\d\\)'],
    ['queue', '43\\d \\(43\\d–43\\d\\)', '182 \\(18\\d–18\\d\\)'],
  ] as const) {
    it(`names ${id} for the one need, or for the speed, in which it is best, and marks it`, () => {
      const text = screen(`${id} wins`);
      assert.match(
        text,
        new RegExp(`^\\*\\*For speed, take ${id}\\*\\*\\. Throughput: .*× \\[.*\\] better`, 'm'),
      );
      const row = cells(text, 'answers per second');
      const [heads] = text.split('\n').filter((line) => line.startsWith('| '));
      const place = (heads ?? '')
        .split('|')
        .slice(1)
        .findIndex((head) => head.trim() === id);
      assert.match(row[place] ?? '', new RegExp(`^\\*\\*${first}\\*\\*$`));
      assert.equal(row.filter((one) => new RegExp(`^${others} ÷2\\.(39|40)$`).test(one)).length, 2);
    });
  }

  it('names no strategy if nothing was shown, and says whether all are equivalent', () => {
    assert.match(
      screen('no difference is shown'),
      /^\*\*For a request that waits for its answer\*\*: no difference was shown; more rounds may show one\. Not measured: .*\.$/m,
    );
    assert.match(
      screen('all are equivalent'),
      /^\*\*For .*: all strategies are equivalent\. Not measured: /m,
    );
    for (const name of ['no difference is shown', 'all are equivalent', 'the rounds are too few'])
      assert.doesNotMatch(screen(name), /, take /, name);
  });

  it('gives the lowest and the highest of too few rounds, without an interval or a verdict', () => {
    const text = screen('the rounds are too few');
    assert.deepEqual(cells(text, 'answers per second'), [
      'answers per second',
      '(216–217)',
      '(435–437)',
      '(364)',
    ]);
    assert.match(text, /range of 2 rounds, no interval/);
    assert.doesNotMatch(text, /95 %|÷ ×|\*\*bold/);
  });

  it('names contestants that could not take part, that answered wrongly, and that run elsewhere', () => {
    assert.match(screen('one could not take part'), /^\*\*queue\*\* could not take part\.$/m);
    assert.match(screen('the queue answers wrongly'), /^> \*\*Warning:\*\* queue gave a wrong answer/m);
    assert.match(
      screen('one runs elsewhere'),
      /\*\*queue\*\* runs at http:\/\/10\.0\.0\.7:3000, 1\.20 ms away/,
    );
  });

  it('questions a contestant with impossible figures, marks it, and does not recommend it', () => {
    const text = screen('the queue keeps answers');
    assert.match(
      text,
      /^> \*\*Warning:\*\* queue is questioned, and not recommended: it gave 11,023 .* compute 537\. Does it keep answers\?$/m,
    );
    assert.match(text, /^Marks: .*\?: questioned, and not compared/m);
    assert.match(cells(text, 'answers per second').at(-1) ?? '', /^43\d \(43\d–43\d\) \?$/);
    assert.doesNotMatch(text, /take .*queue\*\*/);
  });

  it('gives the first reason to question a contestant, and the report gives all', () => {
    const found = run('the queue keeps answers');
    const [doubt = assert.fail()] = found.validity.doubts;
    const doubts = [doubt, { ...doubt, message: 'the second reason' }];
    const questioned = { ...found, validity: { ...found.validity, doubts } };
    const text = firstScreen(questioned);
    assert.match(text, /queue is questioned, and not recommended, for 2 reasons; the first: it gave 11,023 /);
    assert.doesNotMatch(text, /the second reason/);
    assert.match(problems(questioned), /^- \*\*queue\*\* is questioned: the second reason$/m);
  });

  it('does not say that its rounds are too few for a difference if it shows one', () => {
    const { decision, run: facts } = run('queue wins');
    const needs = decision.needs.map(({ resolution: _unknown, ...need }) => need);
    const undecided = needs.map((need) => ({
      ...need,
      pairs: need.pairs.map((pair) => ({ ...pair, relation: 'inconclusive' as const })),
    }));
    assert.match(resolution({ needs: undecided }, facts), /^The run has too few rounds/);
    assert.equal(resolution({ needs }, facts), '');
  });

  it('does not recommend a contestant that loses requests', () =>
    assert.doesNotMatch(screen('the queue refuses every second request'), /take .*queue\*\*/));

  it('reports the CPU time of other programs, and nothing on a quiet machine', () => {
    assert.match(
      screen('other programs ran'),
      /^> \*\*Warning:\*\* programs other than this study used 2 % of the CPU time in its first round, 31 % in the worst and 18 % in the last: throughputs are lower bounds/m,
    );
    const found = run('other programs ran');
    const machine = found.validity.machine ?? assert.fail();
    const foreign = { first: 0.3, typical: 0.3, worst: 0.3, last: 0.3 };
    const oneRound = { ...found.validity, machine: { ...machine, foreign } };
    assert.match(
      firstScreen({ ...found, validity: oneRound }),
      /this study used 30 % of the CPU time: throughputs/,
    );
    assert.doesNotMatch(screen('queue wins'), /programs other than/);
  });

  it('names a dominated strategy', () =>
    assert.match(
      screen('latency was not measured'),
      /^\*\*single\*\* and \*\*queue\*\*: another strategy was shown/m,
    ));

  it('has the cores and the workload of its run', () => {
    assert.match(screen('the machine has eight cores'), /^# .* on 8 cores\?$/m);
    assert.match(screen('the work is my own'), /^# Which strategy for `resize` /m);
  });

  it('compares nothing if one strategy took part alone, and offers no decision', () => {
    const analysis = run('cluster wins');
    const needs = analysis.decision.needs.map((need) => ({ ...need, pairs: [], standings: {} }));
    const alone = {
      ...analysis,
      contestants: analysis.contestants.slice(0, 1),
      decision: { ...analysis.decision, options: ['single'], needs },
    };
    assert.match(
      firstScreen(alone),
      /^# What does single do with `primes` .*\n[\s\S]*\n\*\*No comparison\*\*: only single/,
    );
    assert.doesNotMatch(secondScreen(alone, String), /bench adr/);
  });

  it('has no column for a peer', () =>
    assert.deepEqual(cells(screen('a peer took part'), 'answers per second').length, 3));

  it('has a command for the needs that were not measured, then one for the number of workers', () => {
    const made = run('the work is my own');
    const [next = ''] = secondScreen(made, String).split('\n');
    const commands = `${firstScreen(made)} ${next}`.match(/`npx -y pnpm@12 bench (?:run|more) [^`]*`/g);
    const { needs } = run('the work is my own').decision;
    const open = needs.filter(({ measured, restates }) => !measured && !restates);
    const ids = new Set(open.flatMap(({ question = [] }) => question));
    assert.ok(ids.size > 5);
    assert.deepEqual(commands, [
      `\`npx -y pnpm@12 bench more results/2026-01-31T08-15-30 --scenarios ${[...ids].join(',')}\``,
      '`npx -y pnpm@12 bench more results/2026-01-31T08-15-30`',
      '`npx -y pnpm@12 bench more results/2026-01-31T08-15-30 --scenarios workers`',
    ]);
    assert.doesNotMatch(screen('every question was asked'), /Not measured/);
  });

  it('counts a need that repeats another neither as open nor in the total', () => {
    const { needs } = run('the work is my own').decision;
    const countable = needs.filter(({ question, restates }) => question !== undefined && !restates);
    assert.ok(countable.some(({ measured }) => measured) && countable.length < needs.length);
    const open = countable.filter(({ absence }) => absence === 'not measured').length;
    assert.match(
      screen('the work is my own'),
      new RegExp(`\\*\\*Not measured\\*\\*: ${open} of ${countable.length} needs\\.`),
    );
  });

  it('is followed by commands that accept this run: its folder outside of results/, and needs that it compared', () => {
    const found = run('latency was not measured');
    const command = (one: Analysis) =>
      /`(npx -y pnpm@12 bench adr[^`]*--need[^`]*)`/.exec(secondScreen(one, String))?.[1];
    assert.equal(command(found), 'npx -y pnpm@12 bench adr --need throughput=3 --need memory');
    const needs = found.decision.needs.filter(({ id }) => id !== 'memory');
    const elsewhere = { ...found.run, folder: '../mine' };
    const alone = { ...found, run: elsewhere, decision: { ...found.decision, needs } };
    assert.equal(command(alone), 'npx -y pnpm@12 bench adr ../mine --need throughput=3');
    assert.match(
      secondScreen(alone, String),
      /`npx -y pnpm@12 bench adr \.\.\/mine` writes the decision record/,
    );
  });

  it('has no row without a figure', () => {
    for (const name of Object.keys(made)) {
      const table = screen(name)
        .split('\n')
        .filter((line) => line.startsWith('| '));
      const rows = table.slice(2).filter((line) => !line.startsWith('| **'));
      assert.ok(
        rows.length > 0 && rows.every((row) => /\d|overloaded/.test(row.split('|').slice(2).join())),
        name,
      );
    }
  });
});

describe('the answer for the most traffic', () => {
  const lineOf = (name: string) =>
    screen(name)
      .split('\n')
      .find((line) => line.startsWith('**For the most traffic '));

  it('names the p99, the strategy and its rate where a difference was shown', () =>
    assert.match(
      lineOf('every question was asked') ?? '',
      /^\*\*For the most traffic with p99 within 50 ms, take cluster\*\*.* Traffic within the p99: 3\d\d requests\/s, 1\.\d\d× \[.*\] better than queue \(2\d\d requests\/s\), .* better than single \(1\d\d requests\/s\)\. \*\*Price/,
    ));

  it('refers to an earlier answer for the same price', () =>
    assert.match(
      lineOf('every question was asked') ?? '',
      /\*\*Price\*\*: as for a request that waits for its answer\.$/,
    ));

  it('is not on a page whose run did not measure it', () => assert.equal(lineOf('cluster wins'), undefined));
});

describe('the reader’s own case', () => {
  const line = (name: string, readerCase?: ReaderCase) =>
    screen(name, readerCase)
      .split('\n')
      .find((one) => one.startsWith('**Your case**')) ?? '';

  it('is met by a single process if that was measured at this rate or a higher one', () => {
    const text = line('cluster wins', { rate: 40, p99: 100 });
    assert.match(
      text,
      /^\*\*Your case\*\* \(40 requests\/s, p99 within 100 ms\): a single process is enough \(p99 19\.4 \[18\.9, 19\.6\] ms at 43\.5\/s, 10 of 10 windows\)\./,
    );
    assert.match(text, /\*\*cluster\*\* and \*\*queue\*\* with 2 workers each kept it, too\.$/);
  });

  it('is met by the measured strategies, with their workers, if a single process is overloaded', () =>
    assert.match(
      line('cluster wins', { rate: 300, p99: 100 }),
      /: \*\*cluster\*\* \(p99 30\.6 \[30\.2, 31\.3\] ms at 326\/s, 10 of 10 windows\) kept it with 2 workers each\. \*\*single\*\* \(overloaded at 261\/s\) and \*\*queue\*\* \(overloaded at 261\/s\) did not\.$/,
    ));

  it('stays open between and beyond the measured rates, because there is no model', () =>
    assert.match(
      line('cluster wins', { rate: 5000, p99: 100 }),
      /\*\*cluster\*\* (?:p99 )?33\.4 \[33\.0, 33\.7\] ms at 391\/s.*: not known at this rate\. `npx -y pnpm@12 bench run --profile standard --seed 42 --scenarios latency --rate 5000 --p99 100ms` measures it\.$/,
    ));

  it('has a command with the whole function of the reader, and without the remark of a shared page', () => {
    const found = run('cluster wins');
    const own =
      "npx -y pnpm@12 bench run --profile standard --workload './render.ts#render?body=a.json' --seed 7";
    for (const remark of ['', ' # and more flags']) {
      const text = firstScreen(
        { ...found, run: { ...found.run, command: own + remark } },
        { rate: 5000, p99: 100 },
      );
      assert.ok(text.includes(`\`${own} --scenarios latency --rate 5000 --p99 100ms\` measures it.`), text);
    }
  });

  it('is answered by the largest rate within the p99 where no measured rate does, with the machines that it takes', () => {
    const { scenarios, ...rest } = run('every question was asked');
    const { latency: _none, ...others } = scenarios;
    const readerCase = { rate: 280, p99: 50 };
    const text = firstScreen({ ...rest, scenarios: others }, readerCase);
    assert.match(
      text,
      /: \*\*cluster\*\* \(3\d\d \[.*\] requests\/s within it\) kept it in most windows\. \*\*single\*\* \(1\d\d \[.*\] requests\/s within it\) did not\./,
    );
    assert.match(
      text,
      / That takes 1 machine with cluster or queue or 2 machines with single, like this one\./,
    );
  });

  it('is a rate alone: the p99 at the nearest measured rates, and how to measure it', () => {
    const { text, isKnown } = rateLine(run('cluster wins'), 300);
    assert.ok(isKnown);
    assert.match(
      text,
      /^\*\*Your rate\*\* \(300 requests\/s\): the p99 at the nearest measured rates: \*\*single\*\* .*overloaded at 326\/s; \*\*cluster\*\* [\d.]+ \[.*\] ms at 261\/s, 30\.6 \[.*\] ms at 326\/s; \*\*queue\*\* .*\. `npx .* --scenarios latency --rate 300` measures this rate\.$/,
    );
    assert.doesNotMatch(rateLine(run('cluster wins'), 326).text, /measures this rate/);
    const none = rateLine(run('latency was not measured'), 300);
    assert.ok(!none.isKnown && /measured no latency\. `npx .*` does\.$/.test(none.text), none.text);
  });

  it('is not answered by figures in doubt', () => {
    const text = line('the queue keeps answers', { rate: 40, p99: 100 });
    assert.match(text, /The figures of \*\*queue\*\* are questioned, and answer nothing\.$/);
    assert.doesNotMatch(text, /queue\*\*.* kept it/);
  });

  it('has its command if no case is given', () =>
    assert.match(
      line('cluster wins'),
      /: give your load, as in `npx -y pnpm@12 bench report --rate 43\.5 --p99 20ms`\.$/,
    ));

  it('is not answered without latencies, and its command is not offered then', () => {
    const text = line('latency was not measured', { rate: 40, p99: 100 });
    assert.match(
      text,
      /p99 within 100 ms\): this run measured no latency\. `npx -y pnpm@12 bench run .*--scenarios latency --rate 40 --p99 100ms` does\.$/,
    );
    assert.equal(line('latency was not measured'), '');
  });
});

/** A run of a function that leaks. */
const leaking = (): Analysis => {
  const { validity, ...rest } = run('cluster wins');
  const message = '`render` leaves 1,024 KiB behind in each call. Memory here is that of the calls so far';
  const warning = { id: 'keeps-memory', about: 'function', message, remedy: 'bound what it keeps' } as const;
  return { ...rest, validity: { ...validity, warnings: [warning] } };
};

describe('a function that keeps memory', () => {
  it('is named above the answer, with the remedy', () =>
    assert.match(
      firstScreen(leaking()),
      /^# .*\n\n> \*\*The function:\*\* `render` leaves .* so far; to do: bound what it keeps\.\n\n/,
    ));

  it('is named at the terminal in full sentences', () =>
    assert.deepEqual(findingLines(leaking()).slice(0, 2), [
      'the function: render leaves 1,024 KiB behind in each call. Memory here is that',
      'of the calls so far; to do: bound what it keeps',
    ]));

  it('does not count as a failure', () => assert.equal(problems(leaking()), problems(run('cluster wins'))));
});

describe('the summary at the terminal', () => {
  for (const name of Object.keys(made))
    it(`is short, in lines of 80 columns, if ${name}`, () => {
      const lines = findingLines(run(name));
      assert.ok(lines.length >= 2 && lines.length <= 18, lines.join('\n'));
      for (const line of lines) assert.ok(line.length <= 80 && !/[*`]/.test(line), line);
    });

  it('names the same as the page', () => {
    assert.match(findingLines(run('cluster wins')).join('\n'), /^speed: cluster; price: none was shown$/m);
    assert.match(
      findingLines(run('the run is suspect')).join('\n'),
      /^warning: the run was interrupted .*and \d more$/m,
    );
  });
});
