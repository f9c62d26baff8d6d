import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { made } from '@cpu-bound/questions/test/decisions';
import { renderAdr } from '@cpu-bound/report/adr/render';
import { answerIn } from '@cpu-bound/report/first-screen/case';
import { textOfPage } from '@cpu-bound/report/test/rendered';
import { storedNames, storedRun } from '@cpu-bound/report/test/stored-run';
import { amongMain } from '@cpu-bound/study/decide/among';
import { isCounted } from '@cpu-bound/study/decide/lead';
import type { Analysis } from '@cpu-bound/study/model';
import type { Command } from 'commander';
import { caseOf } from '../../src/commands/case.ts';
import { createProgram } from '../../src/program/program.ts';
import { nowhere } from '../fixtures/nowhere.ts';

type Parsed = { readonly name: string; readonly flags: Readonly<Record<string, unknown>> };

/** Parses the words of a command with the bench's own program, and calls nothing. */
async function parsed(words: readonly string[]): Promise<Parsed> {
  const found: Parsed[] = [];
  const replaceActions = (command: Command): void => {
    command.configureOutput({ writeErr: () => {}, writeOut: () => {} });
    command.action(() => void found.push({ name: command.name(), flags: command.opts() }));
    command.commands.forEach(replaceActions);
  };
  const program = createProgram({ surface: nowhere, finish: () => {} });
  program.commands.forEach(replaceActions);
  await program.parseAsync(words, { from: 'user' });
  return found[0] ?? assert.fail('no command was found');
}

/** Holds what the program made of each command so far, because pages have many in common. */
const parsedKnown = new Map<string, Parsed>();

/**
 * Splits commands into words by a reader's shell: one for all, because it is a fork of the process of all tests. The
 * program accepts each.
 */
async function parseAll(commands: ReadonlySet<string>): Promise<void> {
  const unknown = [...commands].filter((command) => !parsedKnown.has(command));
  const script = unknown.map((command) => `printf '%s\\0' ${command}; printf '\\1'`).join('\n');
  const lists = execFileSync('/bin/sh', ['-c', script]).toString().split('\u0001');
  for (const [at, command] of unknown.entries()) {
    const refused = ({ message }: Error) =>
      assert.fail(`“npx -y pnpm@12 bench ${command}” is refused: ${message}`);
    parsedKnown.set(command, await parsed(lists[at]?.split('\0').slice(0, -1) ?? []).catch(refused));
  }
}

/** Finds the commands on a page: those in its text, and those in its blocks of code. */
const commandsOn = (page: string): string[] => [
  ...new Set(
    [...page.matchAll(/(?:`|^ *)(?:npx -y pnpm@12|pnpm) bench ([^`\n]+)(?:`|$)/gm)].map(
      ([, one = '']) => one,
    ),
  ),
];

/** Asserts that a command of a page does what its sentence says. */
function assertWorks(command: string, analysis: Analysis): void {
  const { name, flags } = parsedKnown.get(command) ?? assert.fail(command);
  const listOf = (flag: string) => [flags[flag] ?? []].flat().flatMap((value) => String(value).split(','));
  for (const question of listOf('scenarios'))
    assert.ok(
      questions.some(({ id }) => id === question),
      `${command}: no question ${question}`,
    );
  const needs = analysis.decision.needs.filter(({ uncounted }) => uncounted === undefined);
  for (const need of listOf('need'))
    assert.ok(
      needs.some(({ id }) => id === need.split('=')[0]),
      `${command}: no need ${need}`,
    );
  if (name !== 'report' || flags.rate === undefined) return;
  const readerCase = caseOf({ rate: String(flags.rate), p99: String(flags.p99) });
  assert.ok(readerCase);
  const { strategies } = answerIn(analysis, readerCase);
  assert.ok(
    strategies.some(({ state }) => state !== 'unknown'),
    `${command} answers nothing on its own study`,
  );
}

async function assertPage(whole: Analysis): Promise<void> {
  const analysis = amongMain(whole);
  const readerCase = { rate: 40, p99: 1 };
  const weights = Object.fromEntries(analysis.decision.needs.filter(isCounted).map(({ id }) => [id, 1]));
  const pages = [textOfPage(whole), textOfPage(whole, readerCase), renderAdr(analysis, weights)];
  const commands = new Set(pages.flatMap(commandsOn));
  assert.ok(commands.size > 0, 'the page has commands');
  await parseAll(commands);
  for (const command of commands) assertWorks(command, analysis);
}

describe('the program accepts every command on the page, and in the record, of', () => {
  for (const name of storedNames) it(`the stored run ${name}`, async () => assertPage(await storedRun(name)));
  for (const [name, analysis] of Object.entries(made))
    it(`a run in which ${name}`, () => assertPage(analysis));
});
