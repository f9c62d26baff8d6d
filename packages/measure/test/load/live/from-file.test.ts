import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { agreedAnswers } from '../../../src/load/from-file/agree.ts';
import { type RequestSource, readRequests } from '../../../src/load/from-file/exchanges.ts';
import { createGenerators } from '../../../src/load/loads.ts';
import { served } from '../../fixtures/served.ts';
import { whileRunning } from '../../fixtures/while-running.ts';

/** A request as a server received it. */
type Got = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'socket'> & { readonly body: string };
type Answer = (got: Got, response: ServerResponse) => void;

const lines = [
  { path: '/light' },
  { path: '/a?n=1' },
  { method: 'POST', path: '/b', headers: { Authorization: 'Bearer mine' }, body: { n: 2 }, status: 201 },
  { method: 'PUT', path: '/c', base64: 'AP8=' },
  { method: 'DELETE', path: '/d', status: 404 },
];

const generators = createGenerators();
const { signal } = new AbortController();
const text = lines.map((line) => JSON.stringify(line)).join('\n');
const file = join(temporaryFolder({ 'requests.ndjson': text }), 'requests.ndjson');
/** The number of received requests, and the number after which a closed loop may end. */
let asked = 0;
const ENOUGH = 60;
after(() => generators.stop());

async function serve(answer: Answer): Promise<string> {
  const { origin } = await served(async (request, response) => {
    const { method, url, headers, socket } = request;
    let body = '';
    for await (const piece of request.setEncoding('latin1')) body += piece;
    asked++;
    await sleep(10); // a closed loop would otherwise send thousands
    answer({ method, url, headers, socket, body }, response);
  });
  return origin;
}

const STATUS: Readonly<Record<string, number>> = { '/b': 201, '/d': 404 };
const statusOf = ({ url = '' }: Got) => STATUS[url] ?? 200;
/** Answers with the identity of the request. */
const echo: Answer = (got, response) =>
  response
    .writeHead(statusOf(got))
    .end(`${got.method} ${got.url} ${got.headers.authorization ?? ''} ${got.body}`);

/** Serves the echo, and keeps the requests. */
async function serveAndKeep() {
  const got: Got[] = [];
  const origin = await serve((one, response) => {
    got.push(one);
    echo(one, response);
  });
  return { got, origin };
}

const about = { shown: 'requests.ndjson', statusOnly: false };
async function agreed(answers: readonly Answer[], statusOnly = false) {
  const { requests } = await readRequests(file);
  const targets = await Promise.all(
    answers.map(async (answer, index) => ({ id: 'ab'.charAt(index), origin: await serve(answer) })),
  );
  return agreedAnswers(targets, requests, { ...about, statusOnly }, signal);
}

async function sourceOf(origin: string, statusOnly = false): Promise<RequestSource> {
  const { requests, sha256 } = await readRequests(file);
  const { answers } = await agreedAnswers([{ id: 'a', origin }], requests, { ...about, statusOnly }, signal);
  return { file, sha256, answers };
}

const window = { leadInSeconds: 0.1, seconds: 0.6 };
/** Loads a service until it has had enough requests, however long that takes. */
const closed = async (origin: string, requests: RequestSource) => {
  const load = { kind: 'closed', query: {}, connections: 3 } as const;
  const spec = { origin, load, workload: 'none', requests, ...window, untilFinish: true };
  const running = generators.closed.run(spec, signal);
  const before = asked;
  await whileRunning(running, () => asked < before + ENOUGH);
  generators.closed.finish();
  return running;
};
const open = (origin: string, requests: RequestSource) =>
  generators.open.run(
    {
      origin,
      targets: [],
      arrivals: 'constant',
      perSecond: 100,
      ...window,
      seed: 'turns',
      policy: 'random',
      connections: 2,
      mostConnections: 50,
      timeoutMs: 10_000,
      greeting: '/light',
      requests,
    },
    signal,
  );

describe('requests from a file', () => {
  it('are sent equally often by an open loop, and its connections are opened with a light path', async () => {
    const { got, origin } = await serveAndKeep();
    const source = await sourceOf(origin);
    got.length = 0;
    const { result, parts } = await open(origin, source);
    const paths = got.map(({ url }) => url);
    assert.deepEqual(paths.splice(0, 2), ['/light', '/light'], 'one for each connection');
    assert.deepEqual(
      [...paths].sort(),
      paths.map((_, at) => lines[at % lines.length]?.path).sort(),
      'each as often as the others',
    );
    const { sent, ok } = result.accounting;
    assert.deepEqual([ok, result.firstWrong, parts], [sent, undefined, {}]);
  });

  it('are repeated in order on each connection of a closed loop', async () => {
    const orders = new Map<unknown, string[]>();
    const origin = await serve((got, response) => {
      orders.set(got.socket, [...(orders.get(got.socket) ?? []), got.url ?? '']);
      echo(got, response);
    });
    const source = await sourceOf(origin);
    orders.clear();
    const { result } = await closed(origin, source);
    assert.equal(result.firstWrong, undefined);
    assert.equal(orders.size, 3);
    const cycle = lines.map(({ path }) => path);
    for (const [greeting, ...paths] of orders.values()) {
      assert.equal(greeting, '/hello');
      const first = cycle.indexOf(paths[0] ?? '');
      assert.deepEqual(
        paths,
        paths.map((_, at) => cycle[(first + at) % cycle.length]),
      );
    }
  });

  for (const [kind, run] of [
    ['closed', closed],
    ['open', open],
  ] as const) {
    it(`carry their method, headers and body in a ${kind} loop`, async () => {
      const { got, origin } = await serveAndKeep();
      const source = await sourceOf(origin);
      got.length = 0;
      await run(origin, source);
      const post = got.find(({ url }) => url === '/b') ?? assert.fail('it was not sent');
      const sent = [post.method, post.headers.authorization, post.headers['content-type'], post.body];
      assert.deepEqual(sent, ['POST', 'Bearer mine', 'application/json', '{"n":2}']);
      const put = got.find(({ url }) => url === '/c') ?? assert.fail('it was not sent');
      assert.deepEqual([put.method, put.body], ['PUT', '\0\xff']);
    });

    it(`are reported by their line if the answer is wrong in a ${kind} loop`, async () => {
      let count = 0;
      const origin = await serve((got, response) =>
        got.url === '/c' && ++count > 4 ? response.end('something else') : echo(got, response),
      );
      const { result } = await run(origin, await sourceOf(origin));
      assert.ok(result.accounting.wrong > 0);
      assert.equal(
        result.firstWrong,
        'requests.ndjson line 4: another answer than before the run (14 octets)',
      );
    });

    it(`are reported by their line if the status is wrong in a ${kind} loop; with --status-only, only such lines are`, async () => {
      let count = 0;
      const origin = await serve((got, response) => {
        count++;
        response.writeHead(got.url === '/d' && count > 20 ? 200 : statusOf(got)).end(String(count));
      });
      const { result } = await run(origin, await sourceOf(origin, true));
      assert.equal(result.firstWrong, 'requests.ndjson line 5: status 200, expected 404');
    });

    it(`count as failures if a service cannot answer, and as refusals if it answers 503, in a ${kind} loop`, async () => {
      let isBroken = false;
      const origin = await serve((got, response) => {
        if (isBroken && got.url === '/b') response.writeHead(500).end();
        else if (isBroken && got.url === '/c') response.writeHead(503).end();
        else echo(got, response);
      });
      const source = await sourceOf(origin);
      isBroken = true;
      const { failed, refused, wrong } = (await run(origin, source)).result.accounting;
      assert.ok(failed > 0 && refused > 0, `${failed} failed, ${refused} were refused`);
      assert.equal(wrong, 0);
    });
  }

  it('are not sent if the file was changed meanwhile', async () => {
    const origin = await serve(echo);
    const changed = { ...(await sourceOf(origin)), sha256: 'another' };
    await assert.rejects(closed(origin, changed), /requests\.ndjson: was changed during the run/);
  });
});

describe('before a run, the answers of targets', () => {
  it('agree if their statuses and octets are equal', async () => {
    const { answers, problems } = await agreed([echo, echo]);
    assert.deepEqual([answers.length, problems], [lines.length, []]);
    assert.equal(new Set(answers).size, lines.length);
  });

  it('are reported by their line if they differ, with both targets', async () => {
    const other: Answer = (got, response) => (got.url === '/c' ? response.end('no') : echo(got, response));
    const { problems } = await agreed([echo, other]);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', /^--requests requests\.ndjson: line 4: a and b give different answers/);
    assert.match(problems[0] ?? '', /accepted: the same answer of all targets, or --status-only/);
    assert.deepEqual((await agreed([echo, other], true)).problems, []);
  });

  it('must have the status that the line expects', async () => {
    const other: Answer = (got, response) => response.writeHead(got.url === '/b' ? 200 : statusOf(got)).end();
    const { problems } = await agreed([echo, other], true);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', /line 3: b answers 200, expected 201; accepted: /);
  });

  it('are reported if they differ each time, even for a single target', async () => {
    let count = 0;
    const counting: Answer = (got, response) => response.writeHead(statusOf(got)).end(String(count++));
    for (const answers of [[counting], [counting, echo]]) {
      const { problems } = await agreed(answers);
      assert.equal(problems.length, lines.length);
      const said = problems[0] ?? '';
      assert.match(said, /line 1: a gives another answer to the same request each time; .*--status-only/);
    }
  });

  it('are no longer awaited after an interruption, which is no fault of a target', async () => {
    const stop = new AbortController();
    const origin = await serve(() => stop.abort(new Error('the user interrupted')));
    const { requests } = await readRequests(file);
    const trying = agreedAnswers([{ id: 'a', origin }], requests, about, stop.signal);
    await assert.rejects(trying, /the user interrupted/);
  });

  it('are reported if they do not come', async () => {
    const { problems } = await agreed([(_got, response) => response.destroy()]);
    assert.match(problems[0] ?? '', /line 1: a gives no answer \(.+\); accepted: status 200/);
  });
});
