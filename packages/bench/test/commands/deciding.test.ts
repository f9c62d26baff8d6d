import assert from 'node:assert/strict';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { brief, decided, sound } from '@cpu-bound/questions/test/analysis';
import { made } from '@cpu-bound/questions/test/decisions';
import { QUOTING, withFigures } from '@cpu-bound/report/write';
import { Interrupted } from '@cpu-bound/study/run/context';
import { defined } from '@cpu-bound/workload/defined';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { adrCommand, checkCommand } from '../../src/commands/adr.ts';
import { compareCommand } from '../../src/commands/compare.ts';
import { reportCommand, summaryCommand } from '../../src/commands/report.ts';
import { ask, runBench } from '../e2e/bench.ts';
import { nowhere } from '../fixtures/nowhere.ts';

const complete = made['cluster wins'] ?? assert.fail();
const { cost = assert.fail() } = complete.scenarios;
const analyses = {
  sound,
  cluster: complete,
  queue: made['queue wins'],
  busy: made['other programs ran'],
  brief,
  doubtful: decided({
    ...complete,
    validity: {
      ...complete.validity,
      doubts: [{ contestant: 'single', kind: 'unanswered', message: 'it refuses' }],
    },
  }),
  poor: decided({ ...complete, scenarios: { cost } }),
};
const base = temporaryFolder(
  Object.fromEntries(
    Object.entries(analyses).map(([name, analysis]) => [`${name}/analysis.json`, JSON.stringify(analysis)]),
  ),
);
const folderOf = (name: string) => join(base, name);
const run = (name: keyof typeof analyses) => folderOf(name);

describe('bench adr', () => {
  it('drafts a record from the named needs, and checks it against other runs', async () => {
    const file = folderOf('decisions/0001.md');
    const needs = ['throughput=2', 'memory'];
    await adrCommand(run('cluster'), { need: needs, out: file }, nowhere);
    assert.match(await readFile(file, 'utf8'), /^Chosen option: "cluster", because /m);
    assert.equal((await checkCommand(file, run('cluster'), nowhere)).supported, 'yes');
    const other = await ask('adr', run('queue'), '--check', file);
    assert.equal(other.code, 3, other.output);
    assert.match(other.output, /^no longer supported: queue comes first now, and not cluster/m);
    assert.match(other.output, /\nexit code 3: the run no longer supports the decision\n$/);
    const again = adrCommand(run('cluster'), { need: needs, out: file }, nowhere);
    await assert.rejects(again, /0001\.md: exists; accepted/);
    const withNeeds = checkCommand(file, run('cluster'), nowhere, { need: needs });
    await assert.rejects(
      withNeeds,
      /^UsageError: --check .*: the record has needs of its own.*; remove --need$/,
    );
  });

  it('stops after Ctrl-C, without asking for a need, and reads no key', async () => {
    const reason = new Interrupted('SIGINT');
    const interrupted = { ...nowhere, isTerminal: true, signal: AbortSignal.abort(reason) };
    const before = process.stdin.listenerCount('keypress');
    await assert.rejects(adrCommand(run('cluster'), {}, interrupted), reason);
    assert.equal(process.stdin.listenerCount('keypress'), before);
  });

  it('lists the needs, and stops, if there is no terminal to ask at', async () => {
    const file = folderOf('none.md');
    const { code, output } = await ask('adr', run('cluster'), '--out', file);
    assert.equal(code, 1, output);
    assert.match(output, /^--need: name what the endpoint needs/m);
    assert.match(output, /^ {2}npx -y pnpm@12 bench adr --need throughput=3 --need memory$/m);
    assert.match(output, /^ {2}light-requests +light requests: light requests at full load$/m);
    assert.match(output, /^ {2}overload +light requests: answers under overload \(not measured\)$/m);
    await assert.rejects(readFile(file), /ENOENT/);
  });

  it('accepts the beginning of a need’s name, if only one need begins with it', async () => {
    const { text, choice } = await adrCommand(run('cluster'), { need: ['light-r=3', 'tail'] }, nowhere);
    assert.match(text, new RegExp(`^# ${choice}$`, 'm'));
    assert.match(text, /needs: \{ tail: 1, light-requests: 3 \}/);
    const several = adrCommand(run('cluster'), { need: ['re'] }, nowhere);
    await assert.rejects(several, /^UsageError: --need re: could be any of redis-dies, restarts; accepted: /);
  });

  it('answers “unknown” if the run lacks a figure on which the record rests', async () => {
    const file = folderOf('0002.md');
    await adrCommand(run('cluster'), { need: ['throughput'], out: file }, nowhere);
    const { code, output } = await ask('adr', run('poor'), '--check', file);
    assert.equal(code, 4, output);
    assert.match(output, /^not known: the run did not measure answers at full load\.$/m);
  });

  it('names each unknown need, and lists the known ones', async () => {
    await assert.rejects(
      adrCommand(run('sound'), { need: ['speed', 'memory=0', 'tail', 'tail=2'] }, nowhere),
      ({ name, message }: Error) => {
        assert.equal(name, 'UsageError');
        assert.match(message, /^--need speed: there is no such need; accepted: throughput, within, tail, /m);
        assert.match(message, /^--need memory=0: its weight: accepted: a number above 0/m);
        assert.match(message, /^--need tail=2: tail has a weight already; accepted: each need once$/m);
        return true;
      },
    );
  });
});

describe('bench compare', () => {
  it('passes if nothing changed, and fails if a regression is shown', async () => {
    const flags = { threshold: '5' };
    const same = await compareCommand([run('cluster'), run('cluster')], flags, nowhere);
    assert.equal(same.held, 'yes');
    assert.match(same.text, /^\S+ and \S+ have the same machine, versions, workload and code\.$/m);
    assert.match(same.text, /^### No regression beyond 5\.00 % was shown/m);
    const worse = await ask('compare', run('cluster'), run('queue'), '--threshold', '20');
    assert.equal(worse.code, 3, worse.output);
  });

  it('has no answer if a run is not sound', async () => {
    const { text, held } = await compareCommand([run('cluster'), run('busy')], { threshold: '5' }, nowhere);
    assert.match(text, /^### No answer: \S+: programs other than this study used 2 % /m);
    assert.equal(held, 'not known');
  });

  it('has no answer if the rounds are too few to judge a ratio, or if the baseline is questioned', async () => {
    const few = await ask('compare', run('brief'), run('brief'));
    assert.equal(few.code, 4, few.output);
    assert.match(few.output, /No answer: no ratio was judged, because the rounds are too few/);
    const { text, held } = await compareCommand(
      [run('cluster'), run('doubtful')],
      { threshold: '5' },
      nowhere,
    );
    assert.match(text, /^### No answer: \S+: single is questioned/m);
    assert.doesNotMatch(text, /^\| .*single/m);
    assert.equal(held, 'not known');
  });

  it('refuses a wrong threshold, and says what is accepted', async () => {
    await assert.rejects(
      compareCommand([run('cluster'), run('queue')], { threshold: 'much' }, nowhere),
      /^UsageError: --threshold much: accepted: per cent/,
    );
  });
});

describe('bench report --rate --p99', () => {
  it('says which strategies kept that p99; writes nothing without --out or --write, because a question changes nothing', async () => {
    const before = await readdir(run('cluster'));
    const page = await readFile(join(run('cluster'), 'REPORT.md'), 'utf8').catch(() => undefined);
    const given = { rate: '40', p99: '100ms' };
    assert.equal((await reportCommand(run('cluster'), given, nowhere)).page, undefined);
    assert.deepEqual(await readdir(run('cluster')), before);
    assert.equal(await readFile(join(run('cluster'), 'REPORT.md'), 'utf8').catch(() => undefined), page);
    const written = await reportCommand(run('cluster'), { ...given, write: true }, nowhere);
    assert.equal(written.page, join(run('cluster'), 'REPORT.md'));
    assert.match(
      await readFile(written.page ?? '', 'utf8'),
      /^\*\*Your case\*\* \(40 requests\/s, .*: \*\*single\*\* ✓ .*\. Single is enough; a light request may wait/m,
    );
  });

  it('says the p99 at the nearest measured rates if only the rate is given, and writes nothing', async () => {
    const { answer, page } = await reportCommand(run('cluster'), { rate: '40' }, nowhere);
    assert.match(
      answer?.text ?? '',
      /^Your rate \(40 requests\/s\), with the p99 at the nearest measured rate: single ✓ /,
    );
    assert.deepEqual([answer?.state, page], ['kept', undefined]);
  });

  it('refuses a rate or a p99 alone beside flags that write a page, or about one strategy', async () => {
    for (const [given, other] of [
      [
        { rate: '40', write: true },
        /--rate 40 without --p99: .* does not go with --write; .* give --p99, too/,
      ],
      [{ p99: '1s', strategy: 'single' }, /--p99 1s without --rate: .* with --strategy; .* give --rate, too/],
    ] as const)
      await assert.rejects(reportCommand(run('cluster'), given, nowhere), other);
  });
});

describe('bench report --strategy', () => {
  const own = async (strategy: string | undefined, rate: string, p99: string) =>
    (await reportCommand(run('cluster'), defined({ rate, p99, strategy }), nowhere)).answer;

  it('says whether the strategy keeps the p99, or that no measured rate settles it', async () => {
    assert.equal((await own('single', '40', '100ms'))?.state, 'kept');
    assert.equal((await own('single', '1000000', '1ms'))?.state, 'beyond reach');
    assert.equal((await own('single', '1', '1ms'))?.state, 'unknown');
  });

  it('is answered for any strategy without the flag, and says how to measure what is unknown', async () => {
    assert.equal((await own(undefined, '40', '100ms'))?.state, 'kept');
    const open = await own(undefined, '1', '1ms');
    assert.equal(open?.state, 'unknown');
    assert.match(
      open?.text ?? '',
      /^Your case .*: single not known: .*; cluster .*\. `npx -y pnpm@12 bench run .*--scenarios latency --rate 1 --p99 1ms` measures it\.$/,
    );
  });

  it('has an exit code for each state, and the same state and evidence as JSON', async () => {
    const expected = [
      ['kept', 0, 'single', '40', '100ms'],
      ['not kept', 3, 'cluster', '300', '1ms'],
      ['beyond reach', 3, 'single', '1000000', '10s'],
      ['unknown', 4, 'single', '1', '1ms'],
    ] as const;
    for (const [state, exit, strategy, rate, p99] of expected) {
      const flags = ['--rate', rate, '--p99', p99, '--strategy', strategy];
      const { code, output } = await ask('report', run('cluster'), ...flags);
      assert.equal(code, exit, output);
      const { text } = (await reportCommand(run('cluster'), { rate, p99, strategy, json: true }, nowhere))
        .answer ?? { text: '' };
      const { strategies, ...answer } = JSON.parse(text);
      assert.equal(answer.state, state);
      assert.equal(answer.command !== undefined, state === 'unknown');
      assert.deepEqual(
        strategies.map((one: { id: string; state: string }) => [one.id, one.state]),
        [[strategy, state]],
      );
    }
  });

  it('refuses --json beside flags that write a page', () =>
    assert.rejects(
      reportCommand(run('cluster'), { rate: '40', p99: '1s', json: true, write: true }, nowhere),
      /--json: prints the whole run, or with --rate and --p99 the answer to them; remove --write/,
    ));

  it('lists the measured strategies if the named one is none of them', () =>
    assert.rejects(
      own('thread', '40', '100ms'),
      /--strategy thread: the run did not measure it; accepted: single, cluster/,
    ));
});

it('bench summary prints the first screen, and with needs the strategy that comes first', async () => {
  const plain = await summaryCommand(run('cluster'), {}, nowhere);
  assert.match(plain, /^# Which strategy for /);
  assert.doesNotMatch(plain, /By your weights|^## |!\[/m);
  const weighed = await summaryCommand(run('cluster'), { need: ['throughput=2', 'memory'] }, nowhere);
  assert.ok(weighed.startsWith(plain));
  assert.match(
    weighed,
    /^\*\*By your weights\*\* \(throughput 2, memory 1\): \*\*cluster\*\* has the highest score/m,
  );
});

describe('bench report --html', () => {
  let html: string;
  before(async () => {
    const { page: file } = await reportCommand(run('sound'), { html: true }, nowhere);
    assert.equal(file, join(run('sound'), 'index.html'));
    html = await readFile(file ?? '', 'utf8');
  });

  it('leaves out private texts with --shareable, which Markdown does not have', async () => {
    const { cwd, root } = nowhere;
    const shared = folderOf('shared.html');
    await reportCommand(run('sound'), { html: true, shareable: true, out: shared }, { cwd, root });
    assert.ok(html.includes(sound.run.command));
    assert.ok(!(await readFile(shared, 'utf8')).includes(sound.run.command));
    await assert.rejects(
      reportCommand(run('sound'), { shareable: true }, { cwd, root }),
      /--shareable: accepted with --html/,
    );
  });

  it('writes one file, which loads nothing, into the folder', () => {
    assert.match(html, /^<!doctype html>/);
    // A link to follow is allowed; the page must load nothing.
    assert.doesNotMatch(html, /<(?!a )[^>]*(?:src|href)="(?!#|data:)/);
  });
});

describe('bench report --publish and --guide', () => {
  const repository = join(import.meta.dirname, '../../../..');
  const root = () => folderOf('root');
  const where = () => ({ cwd: '/nowhere', root: root() });
  const textIn = (folder: string, page: string) => readFile(join(folder, page), 'utf8');

  it('makes a run the report of the repository, and changes no other file', async () => {
    for (const page of QUOTING.pages) await cp(join(repository, page), join(root(), page));
    const { page } = await reportCommand(run('sound'), { publish: true }, where());
    assert.equal(page, join(root(), 'REPORT.md'));
    assert.deepEqual((await readdir(root())).toSorted(), ['README.md', 'REPORT.md', 'docs', 'report']);
    for (const quoting of QUOTING.pages)
      assert.equal(await textIn(root(), quoting), await textIn(repository, quoting), quoting);
    await assert.rejects(
      reportCommand(run('sound'), { publish: true, html: true }, where()),
      /--publish cannot be combined with another flag/,
    );
  });

  it('makes a run the one that the guides quote, and stores it beside them', async () => {
    const { page: file } = await reportCommand(run('sound'), { guide: true }, where());
    const study = JSON.parse(await readFile(file ?? assert.fail('it is written'), 'utf8'));
    for (const page of QUOTING.pages) {
      const text = await textIn(root(), page);
      assert.notEqual(text, await textIn(repository, page));
      assert.equal(withFigures(text, study), text);
    }
    await assert.rejects(
      reportCommand(run('sound'), { guide: true, publish: true }, where()),
      /--publish cannot be combined with another flag/,
    );
  });
});

it('bench run names a workload and the input that cannot be measured, and writes nothing', async () => {
  const file = folderOf('bad.mjs');
  const source = `export default { name: 'bad', parse: () => ({}), headline: { n: '7' }, run() { throw new Error('no'); } };`;
  await writeFile(file, source);
  const { code, output } = await ask('run', '--workload', file, '--out', folderOf('none'));
  assert.equal(code, 1, output);
  assert.match(output, /^--workload .*bad\.mjs: throws: n=7: Error – no, at .*bad\.mjs:1:\d+$/m);
});

it('bench conform lists what a contestant lacks to be measurable', async () => {
  const { code, output } = await runBench('conform', 'packages/bench/test/fixtures/contestants/steady');
  assert.equal(code, 2, output);
  assert.match(output, /^ {2}✔ answers \/hello, which does no work$/m);
  assert.match(output, /^ {2}✖ answers an unusable input with a client error: status 200$/m);
  assert.match(output, /^it cannot be measured yet: \d of \d+ do not hold$/m);
});
