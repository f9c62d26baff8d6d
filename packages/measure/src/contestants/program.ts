import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { MissingContestant } from '../model.ts';
import { type Contestant, isStartable } from './manifest.ts';

/** Those whose command is a file that is not there, as of a runtime that was not installed. */
export async function withoutProgram(
  contestants: readonly Contestant[],
): Promise<readonly MissingContestant[]> {
  const found = await Promise.all(
    contestants.filter(isStartable).map(async ({ id, folder, command: [program] }) => {
      if (!program.startsWith('.')) return undefined;
      const file = resolve(folder, program);
      return access(file).then(
        () => undefined,
        () => ({
          contestant: id,
          reason: `its program ${program} is not installed; npx -y pnpm@12 install, without --prod`,
        }),
      );
    }),
  );
  return found.filter((one) => one !== undefined);
}
