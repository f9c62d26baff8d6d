import { cp } from 'node:fs/promises';
import { join } from 'node:path';

const example = join(import.meta.dirname, '../../../../examples/own-project');

/** Each examination calls the function with each sample some thousand times: the long ones would take seconds. */
const LEFT_OUT = /\/(?:node_modules|article\.json|chapter\.json)$/;

/** Copies the example of a user's project, with the shortest of its samples and without its packages. */
export const copyExample = (to: string): Promise<void> =>
  cp(example, to, { recursive: true, filter: (path) => !LEFT_OUT.test(path) });
