import type { Language } from './parts/contract.ts';

/** The form of a call of the reader's function. */
export type Call =
  | { readonly kind: 'JSON' | 'octets' }
  /** The arguments that were measured. */
  | { readonly kind: 'arguments'; readonly args: readonly unknown[] };

/** The reader's function in its module. */
export type Named = {
  /** The export or its method: `render`, `pages.render`, `default`. */
  readonly name: string;
  /** True if the name is a property of the module's default export. */
  readonly isInDefault: boolean;
  /** The specifier of its module. */
  readonly from: string;
};

export type TaskOptions = Named & {
  readonly route: string;
  readonly call: Call;
  readonly language: Language;
};

/** Returns the import of the function for a file, and the expression that calls it. */
export function importOf({ name, isInDefault }: Named): { readonly imported: string; readonly own: string } {
  const [head = '', ...path] = name.split('.');
  const isDefault = head === 'default' || isInDefault;
  const imported = isDefault ? 'own' : `{ ${TAKEN.has(head) ? `${head} as own` : head} }`;
  const start = isDefault || TAKEN.has(head) ? 'own' : head;
  return { imported, own: [start, ...(isInDefault ? [head] : []), ...path].join('.') };
}

/** Writes `src/task.ts`, which makes the function the work of the service. */
export function taskFile(options: TaskOptions): string {
  const { name, from, route, call, language } = options;
  const { imported, own } = importOf(options);
  const ts = (text: string) => (language === 'ts' ? text : '');
  const shown = name === 'default' ? 'the function' : `\`${name}\``;
  const helpers = { JSON: ['answerOf', 'jsonIn'], octets: ['answerOf', 'bufferOf'], arguments: ['answerOf'] };
  const served = [
    ...(call.kind === 'arguments' ? ['InvalidParameter', ...(language === 'ts' ? ['type Json'] : [])] : []),
    ...(language === 'ts' ? ['type ServedWorkload'] : []),
  ];
  const lines = {
    JSON: [
      `  name: '${route}',`,
      `  bodyType: 'application/json',`,
      `  parse: (_query, body = new Uint8Array()) => ({ value: jsonIn(body) }),`,
      `  run: ({ value }) => answerOf(${own}(value${ts(` as Parameters<typeof ${own}>[0]`)}), '${name}'),`,
    ],
    octets: [
      `  name: '${route}',`,
      `  bodyType: 'application/octet-stream',`,
      `  parse: (_query, body = new Uint8Array()) => ({ octets: body }),`,
      `  run: ({ octets }) => answerOf(${own}(bufferOf(octets${ts(' as Uint8Array')})), '${name}'),`,
    ],
    arguments: [
      `  name: '${route}',`,
      `  parse: ({ args }) => ({ args: args === undefined ? measured : argumentsIn(args) }),`,
      `  run: ({ args }) => answerOf(${own}(...(args${ts(` as Parameters<typeof ${own}>`)})), '${name}'),`,
      `  describe: {`,
      `    summary: 'Calls ${name}.',`,
      `    parameters: {`,
      `      args: { description: 'Its arguments, as a JSON array.', required: false, schema: { type: 'string' } },`,
      `    },`,
      `    output: { type: 'object' },`,
      `  },`,
    ],
  };
  const about = {
    JSON: `\`POST /${route}\` answers with what ${shown} returns for the JSON in the body.`,
    octets: `\`POST /${route}\` answers with what ${shown} returns for the octets in the body.`,
    arguments: `\`GET /${route}?args=[…]\` answers with what ${shown} returns for these arguments.`,
  };
  const type = call.kind === 'JSON' ? '<{ readonly value: Json }>' : '';
  return `${[
    `import ${imported} from '${from}';`,
    `import { ${helpers[call.kind].join(', ')} } from './workload/call.js';`,
    ...(served.length > 0
      ? [
          `import ${language === 'ts' && call.kind !== 'arguments' ? 'type ' : ''}{ ${[
            ...served,
            ...(type && language === 'ts' ? ['type Json'] : []),
          ]
            .map((one) => (call.kind === 'arguments' ? one : one.replace('type ', '')))
            .sort()
            .join(', ')} } from './workload/served.js';`,
        ]
      : []),
    '',
    ...(call.kind === 'arguments'
      ? [
          '/** The arguments that were measured: a request without its own is computed with them. */',
          `const measured${ts(': readonly Json[]')} = ${JSON.stringify(call.args)};`,
          '',
        ]
      : []),
    `/** ${about[call.kind]} */`,
    `export const task${ts(`: ServedWorkload${type}`)} = {`,
    ...lines[call.kind],
    '};',
    ...(call.kind === 'arguments'
      ? [
          '',
          `function argumentsIn(text${ts(': string')})${ts(': readonly Json[]')} {`,
          '  try {',
          `    const args${ts(': unknown')} = JSON.parse(text);`,
          `    if (Array.isArray(args)) return args;`,
          '  } catch {} // refused below',
          `  throw new InvalidParameter('args', 'is no JSON array', \`a JSON array, such as \${JSON.stringify(measured)}\`);`,
          '}',
        ]
      : []),
  ].join('\n')}\n`;
}

/** Names that the file already uses. */
const TAKEN: ReadonlySet<string> = new Set([
  'InvalidParameter',
  'Json',
  'ServedWorkload',
  'Work',
  'answerOf',
  'argumentsIn',
  'bufferOf',
  'inputOf',
  'jsonIn',
  'measured',
  'task',
  // of index.d.ts
  'HttpProblem',
  'Input',
  'Options',
  'Output',
  'Queue',
  'Returned',
  'Server',
  'ServerResponse',
  'Started',
  'clientSignal',
  'closeServer',
  'start',
  'takeWaiting',
]);
