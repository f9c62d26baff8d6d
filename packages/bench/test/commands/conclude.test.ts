import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { everyQuestion } from '@cpu-bound/questions/test/every-question';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import type { ReaderCase } from '@cpu-bound/study/decide/case';
import { decide } from '@cpu-bound/study/decide/decision';
import type { Run } from '@cpu-bound/study/model';
import { conclude } from '../../src/program/conclude.ts';

/** Returns the exit code of a run, and the printed lines. */
function conclusionOf(run: Run, readerCase?: ReaderCase) {
  const lines: string[] = [];
  const analysis = decide(analyse(run, questions), questions);
  const surface = {
    cwd: '/',
    print: (line: string) => lines.push(line),
    columns: () => undefined,
    end: () => {},
    signal: new AbortController().signal,
  };
  return { code: conclude({ analysis, folder: '/run', readerCase }, surface), text: lines.join('\n') };
}

it('the last lines of a soak are its findings, without the needs that it does not measure', () => {
  const run = everyQuestion(1, undefined, ['soak']);
  const { code, text } = conclusionOf({ ...run, manifest: { ...run.manifest, profile: 'soak' } });
  assert.match(text, /^No strategy was shown to stall more often than another: bad are single 0,$/m);
  assert.doesNotMatch(text, /not measured/);
  assert.equal(code, 0, text);
});

it('the last lines of a run of a question without needs are its findings', () => {
  const { text } = conclusionOf(everyQuestion(2, undefined, ['workers']));
  assert.match(text, /^cluster: .* workers/m);
  assert.doesNotMatch(text, /not measured/);
});

it('the command for the decision record names a run that bench adr would not find by itself', () => {
  const run = everyQuestion(1, undefined, ['capacity', 'cost']);
  const commandOf = (found: Run) =>
    /(?<=^record {2}npx -y pnpm@12 )bench adr.*$/m.exec(conclusionOf(found).text)?.[0];
  assert.equal(commandOf(run), 'bench adr');
  const elsewhere = { ...run, manifest: { ...run.manifest, folder: '../mine' } };
  assert.equal(commandOf(elsewhere), 'bench adr ../mine');
  const [one, smoke] = [{ scenarios: ['capacity'] }, { profile: 'smoke' as const }];
  for (const changes of [one, smoke])
    assert.match(commandOf({ ...run, manifest: { ...run.manifest, ...changes } }) ?? '', /adr results\/\S+$/);
});

it('the last lines of a run that asked every question are at most thirty, and end with three commands', () => {
  const { text } = conclusionOf(everyQuestion(10));
  const lines = text.split('\n');
  assert.ok(lines.length <= 30, text);
  assert.deepEqual(
    lines.slice(-3).map((line) => line.split(/ +npx -y pnpm@12 bench (?=report|adr|scaffold)/)[0]),
    ['page', 'record', 'code'],
  );
});

it('a run whose rows have no figures ends with the table of its figures', () => {
  const of = (rounds: number) => conclusionOf(everyQuestion(rounds, undefined, ['capacity', 'cost'])).text;
  assert.match(of(1), /^answers at full load, \/s .* 1$/m);
  assert.doesNotMatch(of(10), /^answers at full load/m);
});

it('the answer to the reader’s case is among the last lines of a run that was given one', () => {
  const { text } = conclusionOf(everyQuestion(2, undefined, ['latency']), { rate: 40, p99: 100 });
  assert.match(text, /^Your case \(40 requests\/s, p99 within 100 ms\): \S/m);
});

describe('the exit code of a run', () => {
  for (const { id } of questions)
    it(`is 0 if the run measured ${id} alone`, () => {
      const { code, text } = conclusionOf(everyQuestion(2, undefined, [id]));
      assert.doesNotMatch(text, /nothing was measured/);
      assert.equal(code, 0, text);
    });

  it('is 2, with a sentence, if every window was void', () => {
    const run = everyQuestion(2, undefined, ['capacity', 'cost']);
    const results = run.results.map((result) => ({
      ...result,
      blocks: result.blocks.map((block) => ({
        ...block,
        windows: [],
        voids: block.windows.map(({ subject }) => ({
          subject,
          reasons: ['no answer came within the 0.25 s'],
        })),
      })),
    }));
    const { code, text } = conclusionOf({ ...run, results });
    assert.match(text, /^nothing was measured: every window was void or left out/m);
    assert.equal(code, 2);
  });
});
