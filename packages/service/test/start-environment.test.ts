import assert from 'node:assert/strict';
import { it } from 'node:test';
import { execFileSync } from '@cpu-bound/workload/test/child-process';
import { startEnvironment } from '../src/run/supervise.ts';

it('the environment of a child of a service is that with which the service started, whatever a module has read into its own since', (t) => {
  const { PATH } = process.env;
  t.after(() => {
    delete process.env.MAX_PENDING_OF_A_DOTENV;
    process.env.PATH = PATH;
  });
  process.env.MAX_PENDING_OF_A_DOTENV = '5';
  process.env.PATH = '/nowhere';
  const printed = 'console.log(JSON.stringify(process.env))';
  const child = execFileSync(process.execPath, ['-e', printed], {
    env: startEnvironment(),
    encoding: 'utf8',
  });
  const { MAX_PENDING_OF_A_DOTENV: added, PATH: path } = JSON.parse(child) as NodeJS.ProcessEnv;
  assert.deepEqual([added, path], [undefined, PATH]);
});
