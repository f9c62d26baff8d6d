import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentOf } from '../../service/src/http/answer.ts';
import { inputOf, loadWorkload } from '../../workload/src/index.ts';
import type { ScaffoldOptions, Strategy } from '../src/scaffold.ts';

export const top = join(import.meta.dirname, '../../..');
const project = join(top, 'examples/own-project');

const workload = await loadWorkload(`${project}/src/render.ts#render?body=../samples/note.json`);
const { body: answer, type } = contentOf(await workload.run(inputOf(workload, workload.headline)));
const contentOfCase = { answer, type };

/** Builds the options of `examples/services`. */
export const exampleOf = (strategy: Strategy): ScaffoldOptions => ({
  top,
  strategy,
  language: 'ts',
  file: join(project, 'src/render.ts'),
  name: 'render',
  route: 'render',
  call: { kind: 'JSON' },
  cases: [{ name: 'note.json', body: readFileSync(join(project, 'samples/note.json')), ...contentOfCase }],
  isCopied: false,
  forKubernetes: true,
  out: join(top, 'examples/services', strategy),
  measured: `cd ../../.. && npx -y pnpm@12 bench run --contestants ${strategy},./examples/services/${strategy} --workload ./examples/own-project/src/render.ts#render --body 'examples/own-project/samples/*.json'`,
});
