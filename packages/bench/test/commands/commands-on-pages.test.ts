import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { made } from '@cpu-bound/questions/test/decisions';
import { renderAdr } from '@cpu-bound/report/adr/render';
import { textOfPage } from '@cpu-bound/report/test/rendered';
import { storedNames, storedRun } from '@cpu-bound/report/test/stored-run';
import { answerIn } from '@cpu-bound/study/decide/case';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import { isCounted } from '@cpu-bound/study/decide/standing';
import type { Analysis } from '@cpu-bound/study/model';
import { caseOf } from '../../src/commands/analysis.ts';
import { type Parsed, parseAll } from '../fixtures/parsed.ts';

/** Holds what the program made of each command so far, because pages have many in common. */
const parsedKnown = new Map<string, Parsed>();

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
  const unknown = [...commands].filter((command) => !parsedKnown.has(command));
  for (const [command, parsed] of await parseAll(unknown)) parsedKnown.set(command, parsed);
  for (const command of commands) assertWorks(command, analysis);
}

describe('the program accepts every command on the page, and in the record, of', () => {
  for (const name of storedNames) it(`the stored run ${name}`, async () => assertPage(await storedRun(name)));
  for (const [name, analysis] of Object.entries(made))
    it(`a run in which ${name}`, () => assertPage(analysis));
});
