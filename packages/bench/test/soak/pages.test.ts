import assert from 'node:assert/strict';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { OLDEST_NODE } from '@cpu-bound/measure/contestants/runtimes';
import { execFileSync } from '@cpu-bound/workload/test/child-process';
import { asReader } from '../e2e/as-reader.ts';
import { startMarked } from '../e2e/bench.ts';
import { blocksOf, filledIn, pages, reasonFor, root, type Typed } from '../pages.ts';
import { temporaryFolder } from '../temporary.ts';

/** The folder into which the README clones. */
const CLONE = 'cpu-bound-endpoints';
/** The newest run, which a reader names by its id. */
const NEWEST = '"$(ls -td results/*/ | head -1)"';
/** A page other than the README presumes a study. */
const STUDY = 'npx -y pnpm@12 bench run --profile smoke --rounds 1';
const READS = /bench (more|report|adr|compare|summary|publish|export)\b/;

/** Shortens what measures: which questions are asked, and for how long, is not what the page is tested for. */
function shortened(command: string): string {
  const short = filledIn(command, NEWEST).replaceAll(/ --(?:profile|rounds|for) \S+/g, '');
  if (/pnpm@12 bench:all$|bench run\b/.test(short)) {
    const one =
      /--contestants @/.test(short) && !short.includes('--scenarios') ? ' --scenarios capacity' : '';
    return `${short} --profile smoke --rounds 1${one}`;
  }
  return /bench more\b/.test(short) ? `${short} --for 3m` : short;
}

const hasTooOldNode = () => {
  const version = execFileSync('node', ['--version'], { env: asReader, encoding: 'utf8' }).trim();
  return version.localeCompare(`v${OLDEST_NODE}`, undefined, { numeric: true }) < 0;
};

/**
 * Names the exit codes that are no failure of a command: a study may not answer a question (3, 4), a machine may be
 * unfit for measuring (5), and the system's Node.js may be too old for contestants (1).
 */
function acceptedOf(command: string): string {
  if (/bench doctor\b/.test(command)) return '0|5';
  return /--node system\b/.test(command) && hasTooOldNode() ? '1' : '0|3|4';
}

/** Writes the commands of a page as one script of a shell, so that `cd` holds for the next. */
function scriptOf(page: string, blocks: readonly (readonly Typed[])[]): string {
  const readsFirst = page !== 'README.md' && blocks.flat().some(({ command }) => READS.test(command));
  const commandsOf = (block: readonly Typed[]) => [
    /^(git clone|cd cpu-bound)/.test(block[0]?.command ?? '') ? 'cd "$PARENT"' : `cd "$PARENT/${CLONE}"`,
    ...block.map(({ command }) => shortened(command)),
  ];
  const commands = [
    ...(page === 'README.md' ? [] : [`git clone --quiet '${root}' ${CLONE}`, `cd ${CLONE}`]),
    ...(readsFirst ? [STUDY] : []),
    ...blocks.flatMap(commandsOf),
  ];
  return commands
    .map((command) => {
      const shown = `printf '%s\\n' '$ ${command.replaceAll("'", "'\\''")}'`;
      const unless = `case $code in ${acceptedOf(command)}) ;; *) echo "exit $code"; exit 1;; esac`;
      return `${shown}\n${command}\ncode=$?; ${unless}`;
    })
    .join('\n');
}

/** The pages, typed as written except for the length of runs. The clone has what is committed here. */
describe('the commands of the pages work in order in a fresh clone:', () => {
  const base = temporaryFolder('bench-pages-');
  for (const page of pages) {
    const blocks = blocksOf(page)
      .map((block) => block.filter((typed) => reasonFor(typed) === undefined))
      .filter((block) => block.length > 0);
    if (blocks.length === 0) continue;
    it(page, async () => {
      const parent = join(base, page.replaceAll('/', '-'));
      const app = join(parent, 'app');
      await mkdir(parent);
      const isOwn = (path: string) => !path.endsWith('node_modules');
      await cp(join(root, 'examples/own-project'), app, { recursive: true, filter: isOwn });
      execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: app });
      const script = scriptOf(page, blocks);
      const typed = startMarked(['bash', '-c', script], parent, { ...asReader, PARENT: parent });
      const { code, output } = await typed.ended;
      assert.equal(code, 0, output.slice(-5_000));
      assert.deepEqual(await typed.left(), []);
    });
  }
});
