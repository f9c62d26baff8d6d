import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ConfigError, choice, integer, readConfig, type Tuning } from '../src/run/config.ts';

/** The variables of a strategy whose workers may be started separately. */
const withoutWorkers = { WORKERS: integer(0, 1024, 1) };

/** Reads an environment, and returns the lines of its error. */
function problems(env: NodeJS.ProcessEnv, tuning?: Tuning): string[] {
  try {
    readConfig(env, tuning);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message.split('\n');
  }
  return [];
}

describe('readConfig', () => {
  it('has a default for every variable', () => {
    assert.deepEqual(readConfig({}), {
      HOST: '127.0.0.1',
      PORT: 3000,
      WORKERS: availableParallelism(),
      MAX_PENDING: 1000,
      MAX_BODY_BYTES: 16_777_216,
      STALL_TIMEOUT_MS: 20_000,
      UPLOAD_TIMEOUT_MS: 60_000,
      REQUEST_TIMEOUT_MS: 30_000,
      TASK_TIMEOUT_MS: 10_000,
      DRAIN_TIMEOUT_MS: 10_000,
      DRAIN_DELAY_MS: 500,
      LOG_LEVEL: 'info',
    });
  });

  it('reads its own variables, numbers as numbers, and ignores others', () => {
    const config = readConfig({
      PORT: '0',
      WORKERS: '3',
      LOG_LEVEL: 'silent',
      HOME: '/somewhere',
    });
    const { PORT, WORKERS, LOG_LEVEL } = config;
    assert.deepEqual([PORT, WORKERS, LOG_LEVEL], [0, 3, 'silent']);
    assert.ok(!('HOME' in config));
  });

  it('counts an empty variable as not set', () => {
    const empty = Object.fromEntries(Object.keys(readConfig({})).map((name) => [name, '']));
    assert.deepEqual(readConfig(empty), readConfig({}));
  });

  it('reports all wrong variables at once, a line for each', () => {
    const env = {
      PORT: '65536',
      WORKERS: 'two',
      MAX_PENDING: '0',
      REQUEST_TIMEOUT_MS: '-1',
      DRAIN_TIMEOUT_MS: '1.5',
      LOG_LEVEL: 'loud',
    };
    assert.deepEqual(problems(env), [
      'PORT must be an integer from 0 to 65535, not "65536"',
      'WORKERS must be an integer from 1 to 1024, not "two"',
      'MAX_PENDING must be an integer from 1 to 1000000, not "0"',
      'REQUEST_TIMEOUT_MS must be an integer from 1 to 3600000, not "-1"',
      'DRAIN_TIMEOUT_MS must be an integer from 0 to 600000, not "1.5"',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"',
    ]);
  });

  it('reports a line for each wrong variable, for any values', () => {
    const name = fc.constantFrom('PORT', 'WORKERS', 'MAX_PENDING', 'HOST', 'LOG_LEVEL');
    const value = fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom('info', '80'));
    fc.assert(
      fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (env) => {
        const alone = Object.entries(env).filter(
          ([variable, text]) => problems({ [variable]: text }, withoutWorkers).length > 0,
        );
        const named = problems(env, withoutWorkers).map((line) => line.split(' ')[0]);
        assert.deepEqual(named.toSorted(), alone.map(([variable]) => variable).toSorted());
      }),
    );
  });

  it('requires a worker, unless workers are started separately', () => {
    assert.deepEqual(problems({ WORKERS: '0' }), ['WORKERS must be an integer from 1 to 1024, not "0"']);
    assert.deepEqual(problems({ WORKERS: '1' }), []);
    assert.equal(readConfig({ WORKERS: '0' }, withoutWorkers).WORKERS, 0);
  });

  it("reads a strategy's own variables with the others, and reports their errors together", () => {
    const tuning = { PACE: choice('slow', 'quick'), SIZE: integer(0, 9, 3) };
    const { PACE, SIZE } = readConfig({ PACE: 'quick' }, tuning);
    assert.deepEqual([PACE, SIZE], ['quick', 3]);
    assert.throws(
      () => readConfig({ PACE: 'loud', SIZE: '10', PORT: 'x' }, tuning),
      (error: Error) => {
        assert.equal(error.message.split('\n').length, 3);
        assert.match(error.message, /^PACE must be one of slow, quick, not "loud"$/m);
        return true;
      },
    );
  });
});
