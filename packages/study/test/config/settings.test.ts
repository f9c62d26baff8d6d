import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { isStartable } from '@cpu-bound/measure/contestants/manifest';
import { coresFor } from '@cpu-bound/measure/host/cpu-limits';
import { createWorkloads } from '@cpu-bound/measure/own/own-process';
import { writeContestant } from '@cpu-bound/measure/test/contestant-folder';
import { availableCores } from '@cpu-bound/service/container';
import { refusalOf } from '@cpu-bound/workload/test/refusal';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { type RunFlags, UsageError } from '../../src/config/config.ts';
import { askedByName, BY_NAME_SECONDS, type ProfileName, profiles } from '../../src/config/profiles.ts';
import { settingsOf } from '../../src/config/settings.ts';

const now = new Date('2026-01-31T08:15:30.250Z');
const everywhere: readonly ProfileName[] = ['smoke', 'quick', 'standard', 'thorough'];
/** Two questions that every profile asks, and one that only the longest asks. */
const questions = [
  { id: 'capacity', profiles: everywhere },
  { id: 'responsiveness', profiles: everywhere },
  { id: 'latency', profiles: [], flags: ['rate' as const] },
  { id: 'within', profiles: [], flags: ['p99' as const] },
  { id: 'restart', profiles: ['thorough' as const], byNameSeconds: 720 },
  { id: 'soak', profiles: ['soak' as const] },
];
const usual = ['capacity', 'responsiveness'];

const base = temporaryFolder();
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(base, 'root-'));
  for (const [id, order] of [
    ['cluster', 2],
    ['single', 1],
    ['queue', 4],
  ] as const)
    await writeContestant(root, `packages/${id}`, { id, order });
  await writeContestant(root, 'packages/newcomer', { id: 'newcomer' });
  await writeFile(join(root, 'own.mjs'), 'export const twice = (n) => ({ twice: 2 * Number(n) });');
  await mkdir(join(root, 'packages/library'));
  await writeFile(join(root, 'packages/library/package.json'), '{ "name": "library" }');
});

const workloads = createWorkloads();
after(() => workloads.stop());
const { signal } = new AbortController();
const load = (specifier: string, from: string) => workloads.load(specifier, from, { signal });
const complete = (flags: RunFlags = {}) =>
  settingsOf(flags, { root, code: root, cwd: root, questions, now, load });

const problems = async (flags: RunFlags) => (await refusalOf(complete(flags), UsageError)).problems;

/** A field without a value is not stored. */
const stored = (value: object) => JSON.parse(JSON.stringify(value));

describe('without a flag', () => {
  it('every setting has a default', async () => {
    const { contestants, workload, ...rest } = await complete();
    const division = await coresFor(undefined, []);
    const cores = division?.services.length ?? availableCores();
    const ids = contestants.map(({ id }) => id);
    assert.deepEqual(ids, ['single', 'cluster', 'queue', 'newcomer']);
    assert.equal(workload.name, 'primes');
    const expected = {
      profileName: 'standard',
      profile: profiles.standard,
      promisedSeconds: profiles.standard.promisedSeconds,
      scenarios: usual,
      byName: false,
      baseline: 'single',
      workloadSpecifier: 'primes',
      headline: { upTo: '200000' },
      headlineNamed: false,
      seed: String(now.getTime() % 1_000_000),
      cores,
      division,
      workers: cores,
      connections: Math.max(50, 4 * cores),
      out: join(root, 'results', '2026-01-31T08-15-30'),
      publish: false,
      flags: {},
    };
    assert.deepEqual(stored(rest), stored(expected));
  });

  it('nothing is written', async () => {
    const { out } = await complete();
    assert.equal(existsSync(out), false);
    assert.deepEqual(await readdir(root), ['own.mjs', 'packages']);
  });
});

describe('a flag', () => {
  it('replaces its default', async () => {
    const config = await complete({
      profile: 'smoke',
      scenarios: ' responsiveness ,capacity',
      contestants: 'queue, cluster',
      baseline: 'queue',
      seed: 'spring',
      rounds: '3',
      out: 'mine',
    });
    assert.equal(config.profileName, 'smoke');
    assert.deepEqual(config.profile, { ...askedByName(profiles.smoke), rounds: 3 });
    assert.deepEqual(config.scenarios, usual, 'in the order of the report');
    const ids = config.contestants.map(({ id }) => id);
    assert.deepEqual(ids, ['queue', 'cluster']);
    assert.deepEqual([config.baseline, config.seed], ['queue', 'spring']);
    assert.equal(config.out, join(root, 'mine'));
  });

  it('--param replaces one parameter of the headline query, and leaves the others', async () => {
    const { headline } = await complete({ param: ['list=true', 'upTo=1000'] });
    assert.deepEqual(headline, { upTo: '1000', list: 'true' });
    assert.deepEqual((await complete({ param: ['list=true'] })).headline, { upTo: '200000', list: 'true' });
  });

  it('--workload takes a file, which is stored by its absolute path', async () => {
    await writeFile(
      join(root, 'halves.mjs'),
      `export default { name: 'halves', parse: ({ n }) => ({ n: Number(n) }), run: ({ n }) => ({ half: n / 2 }),
        verify: ({ n }, { half }) => half * 2 === n, headline: { n: '4' }, sizes: [{ label: 'one', query: { n: '2' } }] };`,
    );
    const { workload, workloadSpecifier, headline } = await complete({ workload: './halves.mjs' });
    assert.equal(workload.name, 'halves');
    assert.equal(workloadSpecifier, join(root, 'halves.mjs'));
    assert.deepEqual(headline, { n: '4' });
  });

  it('--body and --args give the arguments of a function, which become part of its specifier', async () => {
    await mkdir(join(root, 'samples'));
    await writeFile(join(root, 'samples/two.json'), '2');
    const withBody = await complete({ workload: './own.mjs#twice', body: 'samples/*.json' });
    assert.equal(withBody.workloadSpecifier, `${root}/own.mjs#twice?body=samples%2F*.json`);
    assert.deepEqual(withBody.headline, { sample: 'two.json' });
    const withArgs = await complete({ workload: './own.mjs#twice', args: '[2]' });
    assert.equal(withArgs.workloadSpecifier, `${root}/own.mjs#twice?args=%5B2%5D`);
    assert.deepEqual([withArgs.workload.name, withArgs.headline], ['twice', {}]);
  });

  for (const [flag, given, part] of [
    ['--type', { type: 'text/plain' }, 'type=text%2Fplain'],
    ['--answers-differ', { answersDiffer: true }, 'answers=differ'],
  ] as const)
    it(`${flag} becomes a part of the specifier of a function, and goes with no other workload`, async () => {
      const own = { workload: './own.mjs#twice', args: '[2]' };
      const { workload, workloadSpecifier } = await complete({ ...own, ...given });
      assert.equal(workloadSpecifier, `${root}/own.mjs#twice?args=%5B2%5D&${part}`);
      assert.equal(workload.answersDiffer ?? false, 'answersDiffer' in given);
      await assert.rejects(complete(given), RegExp(`^UsageError: ${flag}: goes with --body or --args`));
    });

  it('--body and --args exclude each other', async () => {
    await writeFile(join(root, 'two.json'), '2');
    const both = complete({ workload: './own.mjs#twice', body: 'two.json', args: '[2]' });
    await assert.rejects(both, /^UsageError: --body and --args: accepted: one of them$/);
  });

  it('long --args are refused, because they are in each command and page, and a file with them is taken', async () => {
    const args = JSON.stringify([Array.from({ length: 1_000 }, (_, n) => n)]);
    await writeFile(join(root, 'args.json'), args);
    await assert.rejects(
      complete({ workload: './own.mjs#twice', args }),
      /^UsageError: --args: has 3893 characters, .*; accepted: up to 2000, or a file .*: --args @args\.json$/,
    );
    const { workloadSpecifier } = await complete({ workload: './own.mjs#twice', args: '@args.json' });
    assert.equal(workloadSpecifier, `${root}/own.mjs#twice?args=%40args.json`);
  });

  it('--body names the sample that is not JSON', async () => {
    await writeFile(join(root, 'broken.json'), '{"a":1,}');
    const refused = complete({ workload: './own.mjs#twice', body: 'broken.json' });
    await assert.rejects(refused, /^UsageError: --body [^:]*: sample=broken\.json: body is no JSON \(/);
  });

  it('--contestants takes the path of a folder', async () => {
    await writeContestant(root, 'elsewhere/mine', { id: 'mine' });
    const { contestants } = await complete({ contestants: 'single,./elsewhere/mine' });
    assert.deepEqual(
      contestants.filter(isStartable).map(({ id, folder }) => [id, folder]),
      [
        ['single', join(root, 'packages/single')],
        ['mine', join(root, 'elsewhere/mine')],
      ],
    );
  });

  it('--out accepts an empty folder', async () => {
    await mkdir(join(root, 'empty'));
    assert.equal((await complete({ out: 'empty' })).out, join(root, 'empty'));
  });
});

describe('the questions', () => {
  it('are those of the profile by default', async () => {
    assert.deepEqual((await complete({ profile: 'quick' })).scenarios, usual);
    assert.deepEqual((await complete({ profile: 'thorough' })).scenarios, [...usual, 'restart']);
  });

  it('are those that were named, in any profile', async () =>
    assert.deepEqual((await complete({ scenarios: 'restart' })).scenarios, ['restart']));
});

describe('a soak', () => {
  it('has its question alone, and takes an hour', async () => {
    const { scenarios: asked, promisedSeconds } = await complete({ profile: 'soak' });
    assert.deepEqual(asked, ['soak']);
    assert.equal(promisedSeconds, 3_600);
  });

  it('takes the time of --for, after which nothing is left to continue', async () => {
    const { promisedSeconds, goOn } = await complete({ profile: 'soak', for: '2h' });
    assert.deepEqual({ promisedSeconds, goOn }, { promisedSeconds: 7_200, goOn: undefined });
  });
});

describe('the promised time', () => {
  const promised = async (flags: RunFlags) => (await complete(flags)).promisedSeconds;

  it('is the profile’s by default', async () => {
    for (const profile of everywhere)
      assert.equal(await promised({ profile }), profiles[profile].promisedSeconds, profile);
  });

  it('is some minutes for each question that is asked by name, and never exceeds the profile’s', async () => {
    assert.equal(await promised({ scenarios: 'capacity' }), BY_NAME_SECONDS);
    assert.equal(await promised({ scenarios: 'restart' }), 720, 'what the question itself says');
    assert.equal(await promised({ scenarios: 'capacity,responsiveness' }), 2 * BY_NAME_SECONDS);
    assert.equal(await promised({ scenarios: 'capacity', profile: 'smoke' }), profiles.smoke.promisedSeconds);
    const longest = await promised({ scenarios: 'capacity', profile: 'thorough' });
    assert.equal(longest, profiles.thorough.promisedSeconds);
  });

  it('is absent if the rounds are given, which take as long as they need', async () => {
    assert.equal(await promised({ rounds: '3' }), undefined);
    assert.equal(await promised({ rounds: '3', scenarios: 'capacity' }), undefined);
  });
});

it('the baseline stands first, wherever a flag names it', async () => {
  assert.equal((await complete({ contestants: 'queue,single' })).baseline, 'single');
  assert.equal((await complete({ contestants: 'queue,cluster' })).baseline, 'cluster');
  assert.equal((await complete({ contestants: 'newcomer,queue' })).baseline, 'queue');
});

describe('a mistake in the flags', () => {
  const meant = { word: '--profil', meant: '--profile' };
  const each: [RunFlags, RegExp][] = [
    [{ profile: 'fast' }, /^--profile fast: unknown; accepted: smoke, quick, standard, soak, thorough$/],
    [{ profile: 'toString' }, /^--profile toString: unknown/],
    [{ scenarios: 'speed' }, /^--scenarios speed: unknown; accepted: capacity, .*, restart, soak$/],
    [{ scenarios: ',' }, /^--scenarios: is empty; accepted: capacity, .*, restart, soak$/],
    [{ contestants: 'go' }, /^--contestants go: unknown; accepted: single, .*, newcomer, or the path/],
    [{ contestants: ' , ' }, /^--contestants: is empty; accepted: ids of contestants, separated by commas/],
    [{ contestants: './nowhere' }, /^--contestants .*nowhere.package\.json: cannot be read/],
    [{ contestants: './packages/library' }, /^--contestants .*library: .* no "contestant" field$/],
    [{ contestants: 'single,single' }, /^--contestants: the id single occurs twice/],
    [{ contestants: 'cluster', baseline: 'single' }, /^--baseline single: is not among .*: cluster$/],
    [{ rate: '0' }, /^--rate 0: accepted: requests per second, a number above 0, up to 1000000$/],
    [{ rate: '40', scenarios: 'capacity' }, /^--rate 40: only the question latency reads it; accepted: /],
    [{ p99: '100ms' }, /^--p99: needs --rate, your requests per second, or --scenarios with within$/],
    [{ for: 'soon' }, /^--for soon: accepted: .*90s, 30m or 2h$/],
    [{ until: 'friday' }, /^--until friday: accepted: decided$/],
    [{ until: 'decided', rounds: '3' }, /^--for and --until: cannot be combined with --rounds; leave one/],
    [{ scenarios: 'soak' }, /^--scenarios soak: takes an hour of its own; accepted: --profile soak without/],
    [{ profile: 'soak', rounds: '3' }, /^--rounds: does not apply to --profile soak, .*; leave it out$/],
    [{ profile: 'soak', until: 'decided' }, /^--until: does not apply to --profile soak, .*; leave it out$/],
    [{ cores: '0' }, /^--cores 0: accepted: an integer from 1 to \d+, the number of cores/],
    [{ rounds: '0' }, /^--rounds 0: accepted: an integer from 1 to 60$/],
    [{ rounds: '61' }, /^--rounds 61: accepted/],
    [{ rounds: '2.5' }, /^--rounds 2\.5: accepted/],
    [{ rounds: 'many' }, /^--rounds many: accepted/],
    [{ rounds: '' }, /^--rounds : accepted/],
    [{ workload: 'primes', args: '[1]' }, /^--body and --args: go with --workload \.\/file\.ts#name, the/],
    [{ body: 'sample.json' }, /^--body and --args: go with --workload \.\/file\.ts#name, the function/],
    [{ longest: '0' }, /^--longest 0: accepted: seconds from 1 to 600$/],
    [{ longest: 'forever' }, /^--longest forever: accepted: seconds from 1 to 600$/],
    [{ workload: './nowhere.ts' }, /^--workload: workload \.\/nowhere\.ts: does not load/],
    [{ param: ['upTo'] }, /^--param upTo: accepted: name=value, e\.g\. upTo=200000$/],
    [{ param: ['upTo=0'] }, /^--param: upTo is out of range; accepted: an integer from 1 to 10000000$/],
    [{ param: ['size=3'] }, /^--param: size is not a parameter of primes; accepted: upTo, list$/],
    [{ out: 'packages' }, /^--out .*packages: is not empty; accepted: a folder that is empty or not there/],
    [{ env: ['1=2'] }, /^--env 1=2: accepted: NAME=value, or NAME for its value here$/],
    [{ env: ['NOT_SET_HERE'] }, /^--env NOT_SET_HERE: is not set here; set it, or give its value/],
    [{ unknown: [{ word: '--fast' }] }, /^--fast: unknown; npx -y pnpm@12 bench run --help lists/],
    [{ unknown: [meant, { word: 'smoke' }] }, /^--profil: unknown; did you mean --profile\?$/],
  ];
  for (const [flags, message] of each) {
    it(`is reported alone for ${JSON.stringify(flags)}`, async () => {
      const found = await problems(flags);
      assert.equal(found.length, 1, found.join('\n'));
      assert.match(found[0] ?? '', message);
    });
  }

  it('is reported, with the pattern in quotes, if a shell has expanded a pattern to files', async () => {
    const unknown = ['packages/queue/package.json', 'packages/cluster/package.json'];
    const found = await problems({
      body: 'packages/single/package.json',
      unknown: unknown.map((word) => ({ word })),
    });
    assert.deepEqual(
      found.filter((line) => unknown.some((word) => line.includes(word)) || line.includes('shell')),
      [
        "--body packages/single/package.json and 2 more files: the shell has replaced a pattern by its files; put it in quotes: --body 'packages/single/*.json'",
      ],
    );
  });

  it('is reported together with all others, one line for each flag, and nothing is written', async () => {
    const found = await problems({
      unknown: [{ word: '--fast' }, { word: 'now' }],
      profile: 'fast',
      scenarios: 'speed,capacity,size',
      contestants: 'single,go,./nowhere',
      baseline: 'queue',
      rounds: 'many',
      for: 'soon',
      workload: './nowhere.ts',
      out: 'packages',
    });
    assert.deepEqual(
      found.map((line) => /^(\S+?):?(?= |$)/.exec(line)?.[1]),
      [
        '--fast',
        'now',
        '--profile',
        '--scenarios',
        '--scenarios',
        '--rounds',
        '--for',
        '--for',
        '--workload',
        '--contestants',
        '--contestants',
        '--baseline',
        '--out',
      ],
    );
    assert.deepEqual(await readdir(root), ['own.mjs', 'packages']);
  });

  it('is reported for --out if it names a file', async () => {
    await writeFile(join(root, 'notes.txt'), 'mine');
    const [first] = await problems({ out: 'notes.txt' });
    assert.match(first ?? '', /^--out .*notes\.txt: /);
  });
});

describe('other kernels of the workload', () => {
  beforeEach(() => writeContestant(root, 'packages/single', { id: 'single', order: 1, workers: false }));

  it('become contestants of their own next to the single process, and none is the baseline', async () => {
    const { contestants, baseline, without } = await complete({ contestants: '@kernels,single' });
    assert.deepEqual(
      contestants.map((one) => [one.id, isStartable(one) && one.kernel, one.peerOf]),
      [
        ['single:wasm', 'wasm', 'single'],
        ['single:sieve', 'sieve', 'single'],
        ['single', undefined, undefined],
      ],
    );
    assert.deepEqual([baseline, without], ['single', undefined]);
  });

  it('can be measured on any contestant', async () => {
    const { contestants } = await complete({ contestants: 'cluster:sieve,cluster' });
    const ids = contestants.map(({ id }) => id);
    assert.deepEqual(ids, ['cluster:sieve', 'cluster']);
  });

  it('are left out with the reason if the workload has none', async () => {
    const { contestants, without } = await complete({
      contestants: 'single,@kernels',
      workload: 'records',
    });
    const ids = contestants.map(({ id }) => id);
    assert.deepEqual(ids, ['single']);
    assert.deepEqual(without, [
      { contestant: '@kernels', reason: 'the workload records has no other kernels' },
    ]);
    assert.deepEqual(await problems({ contestants: '@kernels', workload: 'records' }), [
      '--contestants @kernels: the workload records has no other kernels',
    ]);
  });

  it('are listed if a kernel is unknown, or belongs to another workload', async () => {
    assert.deepEqual(await problems({ contestants: 'single:fast' }), [
      '--contestants single:fast: single has no such variant; accepted: single, single:wasm, single:sieve',
    ]);
    assert.deepEqual(await problems({ contestants: 'single:sieve', workload: 'records' }), [
      '--contestants single:sieve: single has no such variant; accepted: single',
    ]);
  });

  it('must have a name that no variant has', async () => {
    const variants = { sieve: { title: 'a variant' } };
    await writeContestant(root, 'packages/single', { id: 'single', workers: false, variants });
    assert.deepEqual(await problems({}), [
      '--workload: sieve is a variant of single; give the kernel another name',
    ]);
  });

  it('may be the run’s workload, which then has no others', async () => {
    const settings = await complete({ workload: 'primes:sieve', contestants: 'single,@kernels' });
    assert.deepEqual([settings.workloadSpecifier, settings.workload.name], ['primes:sieve', 'primes']);
    assert.equal(settings.without?.length, 1);
  });
});

describe('a run against another checkout', () => {
  let other: string;
  beforeEach(async () => {
    other = await mkdtemp(join(base, 'before-'));
    await writeContestant(other, 'packages/cluster', { id: 'cluster', order: 2 });
    await writeContestant(other, 'packages/queue', { id: 'queue', order: 4 });
  });

  it('measures the contestants of both, and names those that only this checkout has', async () => {
    const { contestants, against, baseline } = await complete({ against: other });
    const name = against?.name;
    const ids = contestants.map(({ id }) => id);
    assert.deepEqual(ids, ['cluster', `cluster@${name}`, 'queue', `queue@${name}`]);
    assert.deepEqual(against?.notThere, ['single', 'newcomer']);
    assert.equal(baseline, 'cluster', 'the first that both have');
  });

  it('computes the workload of this checkout on both, by its path', async () => {
    const { workload, workloadSpecifier } = await complete({ against: other });
    assert.equal(workload.name, 'primes');
    assert.ok(existsSync(workloadSpecifier), workloadSpecifier);
    const again = await complete({ against: other, workload: workloadSpecifier });
    assert.equal(again.workloadSpecifier, workloadSpecifier);
  });

  it('has enough rounds for the intervals of a hundred figures at once, however long they take', async () => {
    const { profile, promisedSeconds } = await complete({ against: other, profile: 'quick' });
    assert.equal(profile.rounds, 12);
    assert.equal(promisedSeconds, undefined);
    const smoke = (await complete({ against: other, profile: 'smoke' })).profile.rounds;
    assert.equal(smoke, profiles.smoke.rounds);
  });

  it('publishes nothing', async () =>
    assert.deepEqual(await problems({ against: other, publish: true }), [
      '--publish: cannot be combined with --against, because REPORT.md compares strategies; leave one of them out',
    ]));
});
