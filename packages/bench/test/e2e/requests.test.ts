import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Analysis } from '@cpu-bound/study/model';
import { spawn } from '@cpu-bound/workload/test/child-process';
import { temporaryFolder } from '../temporary.ts';
import { ask, type EndedRun, endOf, filesOf, startHere, tooBusy } from './bench.ts';

/** By `pnpm test:soak`: an open loop, too. */
const isSoak = process.env.SOAK !== undefined;
const example = join(import.meta.dirname, '../../../../examples/two-deployments');
const requests = join(example, 'requests.ndjson');
/** These texts are in the requests and in their answers; no result may hold one. */
const PRIVATE = ['/price', '/orders', 'a-token', 'blue lamp', 'oak table', 'cents', 'there is no such thing'];

const base = temporaryFolder('bench-requests-');
let servers: ChildProcess[] = [];

async function endServers(): Promise<void> {
  const ended = servers.map((server) => server.exitCode === null && once(server, 'exit'));
  for (const server of servers) server.kill();
  await Promise.all(ended);
  servers = [];
}

/** Starts the example's service as its owner would. @returns its address */
async function deploy(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const server = spawn(process.execPath, [join(example, 'server.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(server);
  const [address] = await once(server.stdout, 'data');
  return String(address).trim();
}

const flags = (before: string, after: string, file = requests) => [
  ...['run', '--profile', 'smoke', '--seed', '1', '--rounds', '1', '--requests', file, '--light', '/healthz'],
  ...['--target', `before=${before}`, '--target', `after=${after}`],
];

/** Reads every text of a folder, and the names of its files. */
const textOf = async (folder: string): Promise<string> =>
  Object.entries(await filesOf(folder))
    .map(([name, content]) => `${name}\n${Buffer.from(content, 'base64')}`)
    .join('\n');

describe('two deployments whose answers agree', () => {
  const file = join(base, 'mine.ndjson');
  let folder: string;
  let ended: EndedRun;
  let analysis: Analysis;
  before(async () => {
    folder = join(base, 'agree');
    await cp(requests, file);
    const [fast, slow] = [await deploy({ TASK_MS: '1' }), await deploy({ TASK_MS: '40' })];
    const scope = ['--scenarios', `capacity,overload,cost${isSoak ? ',latency' : ''}`];
    const bench = startHere(...flags(fast, slow, file), ...scope, '--out', folder);
    ended = await endOf(bench, folder);
    ({ analysis } = ended);
  });
  after(endServers);

  it('are compared in the same rounds, like contestants', (test) => {
    const reason = tooBusy(ended);
    if (reason) return test.skip(reason);
    assert.equal(ended.code, 0, ended.output);
    const metrics = analysis.scenarios.capacity?.metrics ?? assert.fail();
    const [fast, slow] = ['before', 'after'].map(
      (id) =>
        metrics.find(({ contestant, metric }) => contestant === id && metric === 'throughput')?.estimate,
    );
    // One deployment computes forty times as long. One round carries no verdict, but its throughput is lower.
    // A busy machine may make a window void twice.
    const isSlower =
      slow === undefined || fast === undefined ? analysis.validity.void.length > 0 : slow < fast;
    assert.ok(isSlower, `${slow} and ${fast} answers/s`);
    const voided = analysis.validity.void.map(({ contestant }) => contestant);
    const { metrics: ofLatency = [] } = analysis.scenarios.latency ?? {};
    const offered = ofLatency
      .filter(({ metric }) => metric === 'offered')
      .map(({ contestant }) => contestant);
    if (isSoak) for (const id of ['after', 'before']) assert.ok([...offered, ...voided].includes(id), id);
    for (const { contestant, wrong, failed, ok } of analysis.validity.accounting) {
      assert.deepEqual([wrong, failed], [0, 0]);
      assert.ok(ok > 0 || voided.includes(contestant), contestant);
    }
    assert.deepEqual(ended.left, []);
  });

  it('lack the questions that they cannot answer, each with its name and the reason', () => {
    const reason = 'it needs a workload, and this run sends requests from a file';
    assert.deepEqual(analysis.leftOut, [
      { scenario: 'cost', reason },
      { scenario: 'overload', reason },
    ]);
    assert.match(ended.report, /Left out: it needs a workload/);
    assert.match(ended.report, /^# Which target for 3 requests from a file\?/);
    // An open question must be one that requests can measure.
    assert.deepEqual([...new Set(analysis.decision.needs.flatMap(({ question }) => question ?? []))].sort(), [
      'capacity',
      'latency',
      'within',
    ]);
  });

  it('leave only the hash and the number of the requests in results, page and output', async () => {
    const files = await textOf(folder);
    assert.match(files, /^index\.html\n/m);
    const shown = `${files}\n${ended.output}`;
    for (const secret of PRIVATE) assert.ok(!shown.includes(secret), `a run leaves ${secret} behind`);
    const { requests: facts, headline } = analysis.run.workload;
    assert.deepEqual([facts?.count, facts?.statusOnly, headline.lines], [3, false, '3']);
    assert.match(facts?.sha256 ?? '', /^[0-9a-f]{64}$/);
    assert.ok(facts?.sha256.startsWith(headline.sha256 ?? '?'));
  });

  it('have a run that is not continued if the file of requests has changed', async () => {
    await writeFile(file, '{"path":"/price?of=8"}\n');
    const { code, output } = await ask('run', '--resume', folder);
    assert.equal(code, 1, output);
    assert.match(output, /--resume .*cannot be continued.*\ninput was sha256=/);
  });
});

describe('a deployment that answers one request wrongly', () => {
  afterEach(endServers);

  it('is refused before anything is written, with the line of the request', async () => {
    const folder = join(base, 'refused');
    const [right, wrong] = [await deploy(), await deploy({ WRONG_FROM: '1' })];
    const { code, output } = await ask(...flags(right, wrong), '--out', folder);
    assert.equal(code, 1, output);
    assert.match(output, /requests\.ndjson: line 2: before and after give different answers/);
    assert.match(output, /accepted: the same answer of all targets, or --status-only/);
    assert.doesNotMatch(output, /line [13]:/);
    assert.equal(existsSync(folder), false);
  });

  it('fails by its name during the run, and the report has the line, and nothing else of the request', async () => {
    const folder = join(base, 'late');
    // The run sends two orders while it prepares, and the fourth some twelve requests later. Any machine sends that
    // many in a window.
    const [right, wrong] = [await deploy(), await deploy({ WRONG_FROM: '4' })];
    const scope = ['--scenarios', 'capacity', '--out', folder];
    const { code, output } = await ask(...flags(right, wrong), ...scope);
    assert.equal(code, 2, output);
    assert.match(output, /^failed: after /m);
    const report = await readFile(join(folder, 'REPORT.md'), 'utf8');
    assert.match(report, /requests\.ndjson line 2: another answer than before the run \(27 octets\)/);
    // Only questions that these requests can answer are offered for more rounds; capacity is one of them if its window
    // was void.
    assert.match(report, /`npx -y pnpm@12 bench more \S*late/);
    const shown = `${await textOf(folder)}\n${output}`;
    for (const secret of PRIVATE) assert.ok(!shown.includes(secret), `a run leaves ${secret} behind`);
  });

  it('is measured with --status-only, which compares statuses alone; --keep-requests keeps a copy of the file', async () => {
    const folder = join(base, 'statuses');
    const [right, wrong] = [await deploy(), await deploy({ WRONG_FROM: '1' })];
    const scope = ['--scenarios', 'capacity', '--status-only', '--keep-requests', '--out', folder];
    const bench = startHere(...flags(right, wrong), ...scope);
    await bench.until(/trials? into/);
    bench.interrupt();
    const { code, output } = await bench.ended;
    assert.equal(code, 130, output);
    const { requests: facts } = JSON.parse(await readFile(join(folder, 'analysis.json'), 'utf8')).run
      .workload;
    assert.equal(facts.statusOnly, true);
    assert.equal(await readFile(join(folder, 'requests.ndjson'), 'utf8'), await readFile(requests, 'utf8'));
  });
});
