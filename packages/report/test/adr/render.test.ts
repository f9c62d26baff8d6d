import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sound, troubled } from '@cpu-bound/study/test/analysis';
import { made } from '@cpu-bound/study/test/decisions';
import { readRecord } from '../../src/adr/record.ts';
import { recordOf, renderAdr } from '../../src/adr/render.ts';
import { assertGolden } from '../golden.ts';

const DATE = '2026-01-31';
const weights = { throughput: 3, 'light-requests': 1, 'small-tasks': 2 };

/** The headings of MADR 4.0's template that are not optional for us, in its order. */
const TEMPLATE = [
  '# ',
  '## Context and Problem Statement',
  '## Decision Drivers',
  '## Considered Options',
  '## Decision Outcome',
  '### Consequences',
  '### Confirmation',
  '## Pros and Cons of the Options',
  '## More Information',
];

describe('a decision record', () => {
  it('of a sound run', () => assertGolden('adr.md', renderAdr(sound.decision, weights, sound, DATE)));

  for (const [name, analysis] of Object.entries(made)) {
    it(`has the structure of MADR 4.0, where ${name}`, () => {
      const text = renderAdr(analysis.decision, weights, analysis, DATE);
      assert.match(text, /^---\nstatus: proposed\ndate: \S+\n/);
      const places = TEMPLATE.map((heading) => text.indexOf(`\n${heading}`));
      assert.ok(
        places.every((place) => place > 0),
        text,
      );
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      );
      assert.match(text, /^Chosen option: .+, because /m);
      const options = text.slice(places[7]);
      for (const { title } of analysis.contestants) assert.ok(options.includes(`\n### ${title}\n`), title);
      for (const line of options.split('\n').filter((one) => one.startsWith('* ')))
        assert.match(line, /^\* (Good|Bad|Neutral), because /);
    });
  }

  it('has the figures of the analysis, and no other', () => {
    const text = renderAdr(sound.decision, weights, sound, DATE);
    const known = new Set(
      sound.decision.needs.flatMap(({ measured }) => Object.values(measured?.figures ?? {})),
    );
    const told = [...text.matchAll(/^\* (?:Good|Bad|Neutral), because of “[^”]+”: (.+?) \(/gm)];
    assert.ok(told.length > 6);
    for (const [, figure = ''] of told) assert.ok(known.has(figure), figure);
  });

  it('says of itself what it rests on, and is read back the same', () => {
    const { decision } = sound;
    const record = readRecord(renderAdr(decision, weights, sound, DATE), 'adr.md');
    assert.deepEqual(record, recordOf(decision, weights, sound, DATE));
    assert.deepEqual(record.confirmation.outcome, ['cluster']);
    assert.deepEqual(record.confirmation.measured, ['throughput', 'light-requests']);
    assert.deepEqual(
      record.confirmation.thresholds.map(({ need, than }) => `${need} ${than}`),
      ['throughput single', 'throughput queue'],
    );
  });

  it('warns of its run', () =>
    assert.match(renderAdr(troubled.decision, weights, troubled, DATE), /^\*\*Warning:\*\* .*interrupted/m));

  it('chooses nothing without weights, and says what to take each strategy for', () => {
    const text = renderAdr(sound.decision, {}, sound, DATE);
    assert.match(
      text,
      /^Chosen option: none yet, because the choice depends on weights, and none is given\.$/m,
    );
    assert.match(text, /^\* Cluster: best in 1: throughput; /m);
    assert.match(text, /^# How to run the CPU-bound primes endpoint: no decision yet$/m);
    assert.deepEqual(readRecord(text, 'adr.md').confirmation.outcome, ['none']);
  });
});

describe('the front matter of a record', () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['# A decision\n', /x\.md: has no front matter/],
    ['---\n: [\n---\n', /x\.md: its front matter is not YAML/],
    ['---\nstatus: accepted\ndate: 2026-01-31\n---\n', /x\.md: confirmation: /],
  ];
  for (const [text, message] of wrong) {
    it(`that is wrong is told with its file: ${message.source}`, () =>
      assert.throws(() => readRecord(text, 'x.md'), message));
  }
});
