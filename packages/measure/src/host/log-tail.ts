export type LogTail = { add(chunk: Buffer): void; lines(): readonly string[] };

const LINES = 20;
const LINE_LENGTH = 400;

/** Keeps the last lines of a process's output: they suffice to name a reason, and memory stays bounded. */
export function createLogTail(): LogTail {
  let text = '';
  return {
    add(chunk) {
      text = (text + chunk.toString('utf8')).slice(-LINES * LINE_LENGTH);
    },
    lines: () =>
      text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(-LINES)
        .map((line) => line.slice(0, LINE_LENGTH)),
  };
}
