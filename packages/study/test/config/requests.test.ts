import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isElsewhere } from '@cpu-bound/measure/contestants/manifest';
import { WorkloadError } from '@cpu-bound/workload';
import { refusalOf } from '@cpu-bound/workload/test/refusal';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { type RunFlags, UsageError } from '../../src/config/config.ts';
import { BY_NAME_SECONDS } from '../../src/config/profiles.ts';
import { settingsOf } from '../../src/config/settings.ts';

const questions = [
  { id: 'capacity', profiles: ['smoke', 'standard'] as const, ofRequests: true as const },
  { id: 'latency', profiles: ['standard'] as const, ofRequests: true as const },
  { id: 'overload', profiles: ['standard'] as const },
];
const text = '{"path":"/secret-path"}\n{"method":"POST","path":"/b","body":"secret-body"}\n';
const sha256 = createHash('sha256').update(text).digest('hex');

const root = temporaryFolder({
  'requests.ndjson': text,
  'wrong.ndjson': '{"path":"/"}\n{"path":"b"}\n',
});

const load = (specifier: string) => Promise.reject(new WorkloadError(`${specifier} is not loaded here`));
const targets = ['before=http://127.0.0.1:1', 'after=http://127.0.0.1:2'];
const settings = (flags: RunFlags) =>
  settingsOf(flags, { root, code: root, cwd: root, questions, now: new Date(), load });
const complete = (flags: RunFlags) => settings({ requests: 'requests.ndjson', target: targets, ...flags });
const problems = async (flags: RunFlags, settle = complete) =>
  (await refusalOf(settle(flags), UsageError)).problems;

describe('--requests with a file', () => {
  it('measures the targets alone, and the first of them is the baseline', async () => {
    const { contestants, baseline, requests } = await complete({});
    assert.deepEqual(
      contestants.map((one) => [one.id, isElsewhere(one) && one.light]),
      [
        ['before', '/'],
        ['after', '/'],
      ],
    );
    assert.equal(baseline, 'before');
    const file = { file: join(root, 'requests.ndjson'), shown: 'requests.ndjson', sha256, count: 2 };
    assert.deepEqual(requests, { ...file, statusOnly: false, keep: false, answers: [] });
  });

  it('identifies the file by its digest and its number of lines, and stores none of its content', async () => {
    const { workload, headline, workloadSpecifier } = await complete({});
    assert.deepEqual(headline, { sha256: sha256.slice(0, 12), lines: '2' });
    assert.doesNotMatch(JSON.stringify([workload, workloadSpecifier]), /secret/);
  });

  it('takes the time of the questions that the file can answer, and names the others', async () => {
    const { scenarios: asked, promisedSeconds = 0 } = await complete({});
    assert.deepEqual(asked, ['capacity', 'latency', 'overload']);
    assert.ok(promisedSeconds <= 2 * BY_NAME_SECONDS, `${promisedSeconds} s`);
  });

  it('uses the light path that a flag names', async () => {
    const { contestants } = await complete({ light: '/healthz' });
    assert.ok(contestants.every((one) => isElsewhere(one) && one.light === '/healthz'));
    assert.match((await problems({ light: 'healthz' })).join(), /--light healthz: accepted: a path/);
  });

  it('refuses a wrong file, naming the line', async () => {
    const found = await problems({ requests: 'wrong.ndjson' });
    assert.equal(found.length, 1);
    assert.match(found[0] ?? '', /^--requests wrong\.ndjson: line 2: path: must begin with \//);
  });

  it('refuses a run without a question that the file can answer, and names those that it can', async () => {
    const found = await problems({ scenarios: 'overload' });
    assert.match(found.join(), /--scenarios overload: .*accepted with --requests: capacity, latency/);
  });

  it('needs a target', async () => {
    const found = await problems({ requests: 'requests.ndjson', contestants: 'single' }, settings);
    assert.match(found.join(), /--requests: needs a target; accepted: --target name=URL/);
  });

  for (const flags of [
    { contestants: 'single' },
    { workload: 'primes' },
    { body: 'a.json' },
    { args: '[]' },
    { param: ['a=1'] },
    { longest: '2' },
  ] satisfies RunFlags[]) {
    const [name] = Object.keys(flags);
    it(`refuses --${name}`, async () => {
      const found = await problems(flags);
      assert.match(found.join('\n'), new RegExp(`^--${name}: cannot be combined with --requests`, 'm'));
    });
  }

  it('is required by its other flags', async () => {
    const found = await problems({ light: '/', statusOnly: true }, settings);
    for (const flag of ['--status-only', '--light'])
      assert.match(found.join(), RegExp(`${flag}: needs --requests`));
  });
});
