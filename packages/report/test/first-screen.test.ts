import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decided } from '@cpu-bound/questions/test/analysis';
import { made } from '@cpu-bound/questions/test/decisions';
import type { Analysis } from '@cpu-bound/study/model';
import { caseLine } from '../src/answers/case.ts';
import { problems } from '../src/appendix.ts';
import { firstScreen, secondScreen } from '../src/first-screen/first-screen.ts';
import { findingLines } from '../src/first-screen/terminal.ts';
import { howSure } from '../src/first-screen/trust.ts';

const run = (name: string): Analysis => made[name] ?? assert.fail(name);
/** Replaces the non-breaking spaces of cells by plain ones. */
const screen = (name: string) => firstScreen(run(name)).replaceAll('\u00a0', ' ').replaceAll('\u2060', '');

describe('the first screen', () => {
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

  it('gives the CPU time of other programs once if it was the same in every round', () => {
    const { validity, ...others } = run('other programs ran');
    const machine = validity.machine ?? assert.fail();
    const foreign = { first: 0.3, typical: 0.3, worst: 0.3, last: 0.3 };
    const text = firstScreen({ ...others, validity: { ...validity, machine: { ...machine, foreign } } });
    assert.match(text, /this study used 30 % of the CPU time: throughputs/);
  });

  it('compares nothing if one strategy took part alone, and offers no decision', () => {
    const analysis = run('cluster wins');
    const alone = decided({ ...analysis, contestants: analysis.contestants.slice(0, 1) });
    const page = firstScreen(alone);
    assert.match(page, /^# What does single do with `primes` .*\n[\s\S]*\nNothing to compare: /);
    assert.doesNotMatch(secondScreen(alone), /bench adr/);
  });

  it('has a command for the needs that were not measured, and one for the number of workers', () => {
    const made = run('the work is my own');
    const commands = secondScreen(made).match(/`npx -y pnpm@12 bench (?:run|more) [^`]*`/g);
    const open = made.decision.needs.filter(({ measured }) => !measured);
    const ids = new Set(open.flatMap(({ question = [] }) => question));
    assert.ok(ids.size > 5);
    const more = 'npx -y pnpm@12 bench more results/2026-01-31T08-15-30';
    const steps = [
      `\`${more}\``,
      `\`${more} --scenarios ${[...ids].join(',')}\``,
      `\`${more} --scenarios workers\``,
    ];
    assert.deepEqual(commands?.slice(0, 3), steps);
    assert.match(firstScreen(made), /^Not measured: /m);
    assert.doesNotMatch(screen('every question was asked'), /Not measured/);
  });

  it('is followed by commands that accept this run: its folder outside of results/, and needs that it compared', () => {
    const found = run('latency was not measured');
    const command = (one: Analysis) =>
      /`(npx -y pnpm@12 bench adr[^`]*--need[^`]*)`/.exec(secondScreen(one))?.[1];
    assert.equal(command(found), 'npx -y pnpm@12 bench adr --need throughput=3 --need memory');
    const needs = found.decision.needs.filter(({ id }) => id !== 'memory');
    const elsewhere = { ...found.run, folder: '../mine' };
    const alone = { ...found, run: elsewhere, decision: { ...found.decision, needs } };
    assert.equal(command(alone), 'npx -y pnpm@12 bench adr ../mine --need throughput=3');
  });

  it('says how sure it is only of figures that were judged', () => {
    assert.match(howSure(run('cluster wins')), /No difference shown does not mean equal\./);
    assert.match(howSure(run('the rounds are too few')), /^\*\*How sure\?\*\* Nothing is judged yet/);
  });

  it('has every figure in a fold, with its interval and its standing, and those without a verdict in another', () => {
    const page = secondScreen(run('every question was asked'))
      .replaceAll('\u00a0', ' ')
      .replaceAll('\u2060', '');
    const [, judged = '', unjudged = ''] = page.split('<summary>');
    assert.match(judged, /^\| native crash, unanswered +\| +12\/157, behind +\|/m);
    assert.match(unjudged, /^\| lines to own, packages, servers +\| +510, 0, 0 +\|/m);
  });
});

describe('the reader’s own case', () => {
  it('has a command with the whole function of the reader, without the run’s seed and the remark of a shared page', () => {
    const found = run('cluster wins');
    const own = "npx -y pnpm@12 bench run --profile standard --workload './render.ts#render?body=a.json'";
    for (const remark of ['', ' # and more flags']) {
      const text = firstScreen(
        { ...found, run: { ...found.run, command: `${own} --seed 7${remark}` } },
        { rate: 20, p99: 1 },
      );
      assert.ok(text.includes(`\`${own} --scenarios latency --rate 20 --p99 1ms\` measures it.`), text);
    }
  });

  it('is answered for one strategy alone if that is asked about', () => {
    const text = caseLine(run('every question was asked'), { rate: 300, p99: 100 }, 'single');
    assert.match(
      text,
      /: \*\*single\*\* ✗ at most [\d.]+\/s\. No strategy keeps it\. That takes 2 machines with single,/,
    );
    assert.doesNotMatch(text, /cluster|queue/);
  });

  it('is answered by the largest rate within the p99 where no measured rate does, with the machines that it takes', () => {
    const { scenarios, ...rest } = run('every question was asked');
    const { latency: _none, ...others } = scenarios;
    const text = firstScreen({ ...rest, scenarios: others }, { rate: 260, p99: 50 });
    assert.match(
      text,
      /: \*\*single\*\* ✗ at most .*; \*\*cluster\*\* ✓ 3\d\d \[.*\]\/s within it; \*\*queue\*\* ✓ /,
    );
    assert.match(
      text,
      / That takes 1 machine with cluster or queue or 2 machines with single, like this one\./,
    );
  });

  const rateAlone = (name: string, rate: number) =>
    caseLine(run(name), { rate, p99: Number.POSITIVE_INFINITY });

  it('is a rate alone: the p99 at the nearest measured rate, or that a strategy cannot answer so many', () =>
    assert.match(
      rateAlone('cluster wins', 300),
      /^\*\*Your rate\*\* \(300 requests\/s\), with the p99 at the nearest measured rate: \*\*single\*\* ✗ at most 183\/s; \*\*cluster\*\* ✓ 30\.6 \[.*\] ms at 326\/s; \*\*queue\*\* .*\.$/,
    ));

  it('is a rate alone that no latency answers: every strategy is named, with the command that measures it', () => {
    assert.match(
      rateAlone('latency was not measured', 300),
      /\*\*single\*\* ✗ at most 183\/s; \*\*cluster\*\* not measured; .*`npx .* --scenarios latency --rate 300` measures it\.$/,
    );
    assert.match(
      rateAlone('cluster wins', 5000),
      / That takes at least \d+ machines with cluster .*, like this one\.$/,
    );
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
      /^# .*\n\n.*\n\n> \*\*The function:\*\* `render` leaves .* so far; to do: bound what it keeps\.\n\n/,
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
      assert.ok(lines.length >= 2 && lines.length <= 26, lines.join('\n'));
      for (const line of lines) assert.ok(line.length <= 80 && !/[*`]/.test(line), line);
    });
});
