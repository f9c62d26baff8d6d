import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
import { describe, it } from 'node:test';
import { startForTest } from '@cpu-bound/conformance';
import { contestantOn } from './conforms-on.ts';

const CROWDS = 20;
const CROWD = 40;
const PATIENCE_MS = 3_000;

describe('a contestant that by its manifest does not run on a runtime', () => {
  it('cluster on Deno: leaves requests without an answer in a crowd, on kept-alive connections or new ones', async (t) => {
    const contestant = await contestantOn('cluster', 'deno');
    assert.ok(contestant.runtime?.cannotRun);
    const { origin } = await startForTest(t, contestant, { LOG_LEVEL: 'silent' });
    for (let crowd = 0; crowd < CROWDS; crowd++) if (!(await answersCrowd(origin, crowd % 2 === 0))) return;
    assert.fail(`it answered ${CROWDS} crowds: its manifest is out of date`);
  });
});

async function answersCrowd(origin: string, keepAlive: boolean): Promise<boolean> {
  const agent = new Agent({ keepAlive });
  const isAnswered = () =>
    new Promise<boolean>((resolve) => {
      const request = get(`${origin}/primes?upTo=200000`, { agent, timeout: PATIENCE_MS }, (response) =>
        response.resume().once('end', () => resolve(true)),
      );
      request.once('timeout', () => request.destroy(new Error('no answer')));
      request.once('error', () => resolve(false));
    });
  const answers = await Promise.all(Array.from({ length: CROWD }, isAnswered));
  agent.destroy();
  return answers.every(Boolean);
}
