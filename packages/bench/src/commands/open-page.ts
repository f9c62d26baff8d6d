import { spawn } from 'node:child_process';

/** The program of each system that opens a file as its user would; it waits for nobody. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};
const OF_OTHERS = ['xdg-open'];

/** Opens a page in the reader's browser. @returns a sentence if that is not possible here */
export function openPage(
  file: string,
  [program = '', ...args]: readonly string[] = OPENERS[process.platform] ?? OF_OTHERS,
): Promise<string | undefined> {
  const opener = spawn(program, [...args, file], { detached: true, stdio: 'ignore' });
  opener.unref();
  return new Promise((resolve) => {
    opener.once('spawn', () => resolve(undefined));
    opener.once('error', () => resolve(`--open: ${program} is not installed; open ${file} in a browser`));
  });
}
