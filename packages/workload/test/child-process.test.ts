import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { run, spawn, spawnSync } from './fixtures/child-process.ts';

/** The variables of a shell of a user who wants no colours, of pnpm in a terminal, of both, of CI, and of none. */
const SHELLS: Readonly<Record<string, string>>[] = [
  { NO_COLOR: '1' },
  { FORCE_COLOR: '1' },
  { NO_COLOR: '1', FORCE_COLOR: '1' },
  { CI: 'true' },
  {},
];
const NAMES = ['NO_COLOR', 'FORCE_COLOR', 'CI'];

const SCRIPT = 'console.log(1, { a: true }, process.env.CI); console.error(Symbol());';
const NODE = [process.execPath, ['-e', SCRIPT]] as const;
const PRINTED = '1 { a: true } undefined\n';

/** Calls `start` as if the tests had been started in a shell with these variables. */
function inShell<T>(shell: Readonly<Record<string, string>>, start: () => T): T {
  const before = NAMES.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  for (const name of NAMES) delete process.env[name];
  Object.assign(process.env, shell);
  try {
    return start();
  } finally {
    for (const name of NAMES) delete process.env[name];
    Object.assign(process.env, Object.fromEntries(before));
  }
}

for (const shell of SHELLS)
  it(`a child of a test prints the same in a shell with ${JSON.stringify(shell)} as in any other`, async () => {
    const { stdout, stderr } = inShell(shell, () => spawnSync(...NODE, { encoding: 'utf8' }));
    assert.deepEqual([stdout, stderr], [PRINTED, 'Symbol()\n']);
    const child = inShell(shell, () => spawn(...NODE));
    const closed = once(child, 'close');
    assert.deepEqual([await text(child.stdout), await text(child.stderr)], [stdout, stderr]);
    await closed;
  });

it('a child of a test has the variables that the test gives it', async () => {
  const { stdout } = await run(...NODE, { env: { CI: 'mine', FORCE_COLOR: '1' } });
  const plain = stripVTControlCharacters(stdout);
  assert.equal(plain, PRINTED.replace('undefined', 'mine'));
  assert.notEqual(stdout, plain);
});
