import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';
import { cpuSeconds, type FileCpu, readStore, store, storeOf } from './cpu-of-files.ts';

type Summary = Extract<TestEvent, { type: 'test:summary' }>['data'];

/** Makes the line of a finished file. */
function ofFile({ file = '', success, counts, duration_ms }: Summary): TestEvent {
  const tests = `${counts.passed} of ${counts.tests} passed in ${(duration_ms / 1000).toFixed(1)} s`;
  const level = success ? 'info' : 'error';
  return {
    type: 'test:diagnostic',
    data: { level, message: `${relative('.', file)}: ${tests}`, nesting: 0 },
  };
}

type Skipped = Map<string, number>;

async function* worthALine(
  events: AsyncIterable<TestEvent>,
  skipped: Skipped,
  ends: (file: string) => void,
): AsyncGenerator<TestEvent> {
  for await (const event of events) {
    if (event.type === 'test:complete' && event.data.file !== undefined) ends(event.data.file);
    if (event.type === 'test:summary' && event.data.file !== undefined) yield ofFile(event.data);
    const passed = event.type === 'test:pass' && event.data.skip === undefined;
    if (event.type === 'test:pass' && event.data.skip !== undefined) {
      const reason = String(event.data.skip).split('\n')[0] ?? '';
      skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
    }
    if (event.type !== 'test:start' && !passed) yield event;
  }
}

/** Writes the last line: `Not run here: 2 (no browser: …), 1 (…)`. */
const notRun = (skipped: Skipped) =>
  skipped.size === 0
    ? ''
    : `Not run here: ${[...skipped].map(([reason, count]) => `${count} (${reason})`).join(', ')}\n`;

const MOST_EXPENSIVE = 10;

/** Writes the sum of the CPU time, and the files that used most. */
function budget(files: readonly FileCpu[]): string {
  const seconds = files.reduce((sum, { cpuS }) => sum + cpuS, 0);
  const most = files
    .toSorted((a, b) => b.cpuS - a.cpuS)
    .slice(0, MOST_EXPENSIVE)
    .map(({ file, cpuS }) => `  ${cpuS.toFixed(1)} s  ${relative('.', file)}\n`);
  return `CPU time: ${seconds.toFixed(0)} s in ${files.length} files. Most expensive:\n${most.join('')}`;
}

/**
 * Reports like Node's own `spec`, without the tests that passed: only failures and skipped tests need a reader. Each
 * finished file has a line, which shows the progress of a long run. The last lines name the files that used most CPU
 * time, and the skipped tests by their reasons, which name the remedy.
 *
 * The CPU time of each file is kept in `node_modules/.cache/cpu-of-tests` until the next run. Files with a process of
 * their own store it themselves (store-cpu.ts). Where all share this process, a file has what was used since the file
 * before it ended.
 */
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skipped: Skipped = new Map();
  const stored = storeOf('.');
  writeFileSync(stored, '');
  const shared = new Map<string, number>();
  let before = 0;
  const ends = (file: string) => {
    const now = cpuSeconds();
    shared.set(file, (shared.get(file) ?? 0) + now - before);
    before = now;
  };
  yield* Readable.from(worthALine(events, skipped, ends)).pipe(new spec());
  if (readStore(stored).length === 0) for (const [file, cpuS] of shared) store(stored, { file, cpuS });
  yield budget(readStore(stored));
  yield notRun(skipped);
}
