import { relative } from 'node:path';
import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';

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

async function* worthALine(events: AsyncIterable<TestEvent>, skipped: Skipped): AsyncGenerator<TestEvent> {
  for await (const event of events) {
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

/**
 * Reports like Node's own `spec`, without the tests that passed: only failures and skipped tests need a reader. Each
 * finished file has a line, which shows the progress of a long run. The last line lists the skipped tests by their
 * reasons, which name the remedy.
 */
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skipped: Skipped = new Map();
  yield* Readable.from(worthALine(events, skipped)).pipe(new spec());
  yield notRun(skipped);
}
