import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROXY_PORT, type Running, startMachine } from './machine.ts';
import { MACHINES, type Machine } from './rows.ts';
import { tried } from './tries.ts';

/**
 * Tries the README's commands on each machine of the matrix, and prints a table. It needs Linux, Docker, npm, git,
 * and the images, which Docker pulls. A machine that cannot be had is listed with the reason.
 *
 *   node deploy/machines/run.ts [--only TEXT] [--tests]
 */
const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, tests: { type: 'boolean' } },
});

const TESTS_WITHIN_MS = 60 * 60_000;

type Row = { readonly isGreen: boolean; readonly cells: readonly string[] };

const nameOf = ({ image, node, user, has, readOnlyHome, proxy, terminal, tries }: Machine): string =>
  [
    `${image}, Node.js ${node}, ${user}`,
    has,
    ...(readOnlyHome ? ['read-only home'] : []),
    ...(proxy ? ['proxy'] : []),
    ...(terminal ? ['in a terminal'] : []),
    ...(tries ? [tries] : []),
  ].join(', ');

function rowOf(machine: Machine, index: number, work: string): Row {
  const name = nameOf(machine);
  let running: Running;
  try {
    running = startMachine(machine, `machine-${process.pid}-${index}`, work);
  } catch (error) {
    const { stderr } = error as { readonly stderr?: Buffer };
    const reason =
      String(stderr || error)
        .trim()
        .split('\n')
        .at(-1) ?? '';
    return { isGreen: true, cells: [name, `not run: ${reason}`, ''] }; // an image that is missing is no fault
  }
  try {
    const { isGreen, findings } = tried(running, machine.tries);
    const tests = values.tests ? running.give('npx -y pnpm@12 test', TESTS_WITHIN_MS) : undefined;
    return {
      isGreen: isGreen && (tests === undefined || tests.code === 0),
      cells: [name, findings.join('; '), tests ? `exit ${tests.code}` : 'not run'],
    };
  } finally {
    running.remove();
  }
}

const work = mkdtempSync(join(tmpdir(), 'machines-'));
const proxy = spawn(process.execPath, [join(import.meta.dirname, 'proxy.ts'), String(PROXY_PORT)], {
  stdio: ['pipe', 'inherit', 'inherit'],
});
try {
  console.log('| machine | study | tests |\n| :-- | :-- | :-- |');
  for (const [index, machine] of MACHINES.entries()) {
    if (!nameOf(machine).includes(values.only)) continue;
    const { isGreen, cells } = rowOf(machine, index, work);
    console.log(`| ${cells.join(' | ')} |`);
    if (!isGreen) process.exitCode = 1;
  }
} finally {
  proxy.kill();
  console.log(`What the commands printed: ${work}`);
}
