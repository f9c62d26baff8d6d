import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { spawn, spawnSync } from '@cpu-bound/workload/test/child-process';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { parse } from 'yaml';

const FOLDER = join(import.meta.dirname, '../k6');
const SCRIPT = join(FOLDER, 'load.js');
const EXAMPLE = join(import.meta.dirname, '../../examples/two-deployments');
const REQUESTS = join(EXAMPLE, 'requests.ndjson');

/** Runs k6 to its end. @returns its exit code and what it printed */
async function run(...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn('k6', args, { env: { K6_NO_USAGE_REPORT: 'true' } });
  const [output, [code]] = await Promise.all([
    Promise.all([child.stdout, child.stderr].map(async (stream) => (await stream.toArray()).join(''))),
    once(child, 'close'),
  ]);
  return { code, output: output.join('') };
}

const variables = (env: Readonly<Record<string, string>>) =>
  Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);

/** Starts the service of the example, which answers a request of its file only if it is the right one. @returns its address */
async function deploy(t: TestContext, env: Readonly<Record<string, string>>): Promise<string> {
  const server = spawn(process.execPath, [join(EXAMPLE, 'server.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(async () => {
    server.kill();
    await once(server, 'exit');
  });
  const [address] = await once(server.stdout, 'data');
  return String(address).trim();
}

const skip =
  spawnSync('k6', ['version']).error && 'k6 is not on the PATH; install it by go install go.k6.io/k6@latest';

describe('the script for k6', { skip }, () => {
  it('sends the requests of a file at a rate, and each has its status', async (t) => {
    const TARGET = await deploy(t, { TASK_MS: '1' });
    const env = { TARGET, RATE: '6', SECONDS: '2', REQUESTS };
    const { code, output } = await run('run', '--quiet', ...variables(env), SCRIPT);
    assert.equal(code, 0, output);
    const [, sent] = /http_reqs\.*: (\d+)/.exec(output) ?? [];
    // 42 are due in seven seconds. A late machine sends fewer, or some more at the end.
    assert.ok(Number(sent) >= 14 && Number(sent) <= 60, output);
  });

  it('ends with 99 if a status is another one, and if the p99 is above the limit', async (t) => {
    const TARGET = await deploy(t, { TASK_MS: '40' });
    const env = {
      TARGET,
      RATE: '3',
      SECONDS: '2',
      P99: '10',
      REQUESTS: '{"path":"/price?of=7","status":201}',
    };
    const { code, output } = await run('run', '--quiet', ...variables(env), SCRIPT);
    assert.equal(code, 99, output);
    assert.match(output, /thresholds on metrics '[^']*checks[^']*http_req_duration/);
  });

  it('names every variable that is missing or wrong, and what is accepted', async () => {
    const { code, output } = await run('run', '--quiet', ...variables({ RATE: 'fast' }), SCRIPT);
    assert.equal(code, 107, output);
    assert.match(output, /TARGET=: accepted: the address of a service/);
    assert.match(output, /RATE=fast: accepted: a number of requests per second above 0/);
    assert.match(output, /REQUESTS=: has no request; accepted: a file with a JSON object a line/);
  });

  it("is read as k6's operator reads it, with the arguments of the manifest", async (t) => {
    const { spec } = parse(readFileSync(join(FOLDER, 'test-run.yaml'), 'utf8'));
    const mounted = temporaryFolder(
      {
        [spec.script.configMap.file]: readFileSync(SCRIPT, 'utf8'),
        'requests.ndjson': readFileSync(REQUESTS, 'utf8'),
      },
      t,
    );
    const archive = join(mounted, 'archived.tar');
    const script = join(mounted, spec.script.configMap.file);
    const archived = await run('archive', script, '-O', archive, ...spec.arguments.split(' '));
    assert.equal(archived.code, 0, archived.output);
    const { code, output } = await run('inspect', '--execution-requirements', archive);
    assert.equal(code, 0, output);
    assert.equal(JSON.parse(output).scenarios.load.rate, 2000 * 60);
  });
});
