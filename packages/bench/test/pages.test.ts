import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { exitOf } from '../src/program/program.ts';
import { nowhere } from './fixtures/nowhere.ts';
import { parseAll, wordsOf } from './fixtures/parsed.ts';
import {
  assertKnown,
  blocksOf,
  filledIn,
  isShort,
  ofBench,
  pages,
  reasonFor,
  root,
  scriptsIn,
} from './pages.ts';
import { temporaryFolder } from './temporary.ts';

/** In place of a run, a test has the committed study, whose folder holds an analysis. */
const STUDY = 'report';

const blocks = pages.flatMap(blocksOf);
const all = blocks.flat();

describe('the commands that the pages show', () => {
  it('are typed by a test, or have a reason not to be', () => {
    assert.ok(all.length > 60, `${all.length} commands`);
    for (const typed of all) assertKnown(typed);
  });

  it('are accepted by the bench', async () => {
    const commands = all.flatMap(({ command }) => ofBench(filledIn(command.replaceAll('…', ''), STUDY)));
    await parseAll([...new Set(commands)]);
  });

  it('start scripts that there are', () => {
    for (const { page, command } of all)
      for (const [folder, script] of scriptsIn(command)) {
        const { scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
        assert.ok(Object.hasOwn(scripts, script), `${page}: ${command}`);
      }
  });

  describe('and that read a study', () => {
    const folder = join(temporaryFolder('bench-pages-'), 'clone');
    /** Types a command after the others of its page. A study may not answer a question, which is no failure. */
    async function type(words: readonly string[]): Promise<void> {
      const notes: string[] = [];
      const note = (line: string) => void notes.push(line);
      const { exit } = await exitOf(words, { ...nowhere, root: folder, code: root, cwd: folder, note });
      assert.ok([0, 3, 4].includes(exit), notes.join('\n'));
    }
    for (const page of pages) {
      const short = blocksOf(page)
        .flat()
        .filter((typed) => isShort(typed) && reasonFor(typed) === undefined);
      if (short.length === 0) continue;
      it(`work as ${page} has them`, async () => {
        await mkdir(join(folder, 'docs'), { recursive: true });
        await cp(join(root, STUDY), join(folder, STUDY), { recursive: true });
        const commands = short.flatMap(({ command }) => ofBench(filledIn(command, STUDY)));
        for (const words of wordsOf(commands)) await type(withStudy(words));
      });
    }
  });
});

/** Names the study where the newest run, or the committed study and the newest run, would be read. */
function withStudy([name = '', ...words]: readonly string[]): string[] {
  const needed = { report: 1, adr: 1, summary: 1, compare: 2 }[name] ?? 0;
  const isNamed = words[0] !== undefined && !words[0].startsWith('-');
  return [name, ...(isNamed ? [] : Array(needed).fill(STUDY)), ...words];
}
