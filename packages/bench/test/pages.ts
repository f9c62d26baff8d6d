import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

/** The pages from which a reader types, in the order in which they are read. */
export const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync(['docs/*.md', 'examples/*/README.md'], { cwd: root }).toSorted(),
  'packages/npx/README.md',
];

/** A command of a page, without its comment. */
export type Typed = { readonly page: string; readonly command: string };

/** Lists the blocks of a page that a reader types into a shell, each with its commands in order. */
export function blocksOf(page: string): readonly (readonly Typed[])[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```/gm)].map(([, , block = '']) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.replace(/(?:^|\s+)# .*$/, '').trim())
      .filter((line) => line !== '')
      .map((command) => ({ page, command: command.replace(/^bench /, 'npx -y pnpm@12 bench ') })),
  );
}

/** The commands that no test types, with the reasons. */
const NOT_TYPED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\bdocker\b/, 'needs Docker, and images of a registry; deploy/test and deploy/machines start them'],
  [/\b(kubectl|kind|kustomize)\b/, 'needs a cluster; test:cluster has one'],
  [/^curl /, 'asks a service that the page starts in a container'],
  [/^(go install|server &|cli )|:263(79|80)\b|\btarget far=/, 'needs Go, and a proxy that is built with it'],
  [/\b10\.0\.0\.\d/, 'names a service on another machine'],
  [/\.\.\/elsewhere\/mine/, "names a contestant of the reader's"],
  [/--cores \d/, 'needs a machine with 16 cores'],
  [/ …( |$)/, 'is abbreviated'],
  [/--resume /, 'needs an interrupted run; e2e/interruption.test.ts has one'],
  [/^npx -y pnpm@12 test$/, 'is what each release types before'],
  [/bench (selfcheck|crosscheck)\b/, 'takes an hour or more; test:soak has a self-check'],
  [/^npm (start|run dev)$|exec node src\/main\.ts$/, 'serves until Ctrl-C'],
  [/^PORT=\d+ .*node server\.ts &$|--target before=http:\/\/127/, 'serves, or needs what serves'],
];

/** The page of the package, which is installed first. `e2e/package.test.ts` installs it, and gives its commands. */
const OF_PACKAGE = 'packages/npx/README.md';

/** The comparisons of others, with the tools that they name. */
const OF_OTHERS = 'docs/published.md';

/** Finds the reason for which a command is not typed. */
export const reasonFor = ({ page, command }: Typed): string | undefined => {
  if (page === OF_PACKAGE) return 'e2e/package.test.ts gives the commands of the package';
  if (page === OF_OTHERS) return 'starts a service until Ctrl-C, or needs a tool that the comparison names';
  return NOT_TYPED.find(([pattern]) => pattern.test(command))?.[1];
};

/** The bench's commands that read what was measured; they take a moment. */
const SHORT = /^npx -y pnpm@12 bench (list|runs|report|adr|summary|compare)\b/;
/** These write the page as HTML, or into the pages of the repository. */
const NOT_SHORT = /--(html|publish|guide)\b/;

export const isShort = ({ command }: Typed): boolean => SHORT.test(command) && !NOT_SHORT.test(command);

/** The programs with which a command that takes long begins. */
const LONG = /^(npx -y pnpm@12|npx cpu-bound-bench|npm install|cd|git clone|git worktree|node --test) /;

/** Asserts that a test types a command, or that there is a reason not to. */
export function assertKnown(typed: Typed): void {
  assert.ok(
    reasonFor(typed) !== undefined || isShort(typed) || LONG.test(typed.command),
    `${typed.page}: “${typed.command}” is typed by no test; accepted: what LONG of packages/bench/test/pages.ts names, or a reason in NOT_TYPED`,
  );
}

/** Replaces what a reader would: the repository, the names of runs, and what only a person can do. */
export const filledIn = (command: string, run: string): string =>
  command
    .replace('<this repository>', root)
    .replaceAll(/results\/<\w+>/g, run)
    .replace(/ --open\b/, '')
    .replace(/ \| jq .*$/, '')
    .replace(/(bench adr)(?!.*--(?:need|check))/, '$1 --need throughput');

/** Lists the commands of the bench within a command of a page, without the program. */
export const ofBench = (command: string): string[] =>
  [...command.matchAll(/(?:npx -y pnpm@12 bench|npx cpu-bound-bench) (?!--help)([^|&;)]+)/g)].map(
    ([, words = '']) => words,
  );

/** Lists the scripts of package.json, and those of a package, that a command of a page starts. */
export const scriptsIn = (command: string): (readonly [folder: string, script: string])[] =>
  [
    ...command.matchAll(
      /npx -y pnpm@12 (?:--filter @cpu-bound\/(\S+) )?(?!install\b|add\b|exec\b)([a-z:]+)/g,
    ),
  ].map(([, name, script = '']) => [name === undefined ? '.' : `packages/${name}`, script]);
