import type { Named, ScaffoldOptions } from './options.ts';

type TaskOptions = Named & Pick<ScaffoldOptions, 'route' | 'call' | 'answerType' | 'language'>;

/** Returns the import of the function for a file, and the expression that calls it. */
export function importOf({ name, isInDefault }: Named): {
  readonly imported: string;
  readonly callee: string;
} {
  const [head = '', ...path] = name.split('.');
  const isDefault = head === 'default' || isInDefault;
  const imported = isDefault ? 'own' : `{ ${TAKEN.has(head) ? `${head} as own` : head} }`;
  const start = isDefault || TAKEN.has(head) ? 'own' : head;
  return { imported, callee: [start, ...(isInDefault ? [head] : []), ...path].join('.') };
}

/** Writes an import. */
export function importing(names: string, from: string): string {
  return `import ${names} from ${/['\\\\]/.test(from) ? JSON.stringify(from) : `'${from}'`};\n`;
}

/** Writes `src/task.ts`, which makes the function the work of the service. */
export function taskFile(options: TaskOptions): string {
  const { imported, callee } = importOf(options);
  const ts = (text: string) => (options.language === 'ts' ? text : '');
  const {
    helpers,
    served,
    type,
    about,
    members,
    before = '',
    after = '',
  } = partsOf({ ...options, callee, ts });
  const imports = [
    importing(imported, options.from),
    importing(`{ ${helpers} }`, './workload/call.js'),
    served && importing(served, './workload/served.js'),
  ];
  return `${imports.join('')}
${before}/** ${about} */
export const task${ts(`: ServedWorkload${type}`)} = {
  name: '${options.route}',
${options.answerType === undefined ? '' : `  answerType: '${options.answerType}',\n`}${members}
};
${after}`;
}

type Writing = TaskOptions & {
  /** The expression that names the function. */
  readonly callee: string;
  /** Keeps a text in TypeScript alone. */
  readonly ts: (text: string) => string;
};

/** The parts of `src/task.ts` that depend on the kind of the call. */
type TaskParts = {
  readonly helpers: string;
  /** The imports from `served`, or an empty text. */
  readonly served: string;
  /** The type arguments of `ServedWorkload`. */
  readonly type: string;
  readonly about: string;
  readonly members: string;
  readonly before?: string;
  readonly after?: string;
};

function partsOf(writing: Writing): TaskParts {
  const { call } = writing;
  if (call.kind === 'arguments') return argumentsParts(writing, call.args);
  return call.kind === 'JSON' ? jsonParts(writing) : octetsParts(writing);
}

const shownIn = ({ name }: Writing) => (name === 'default' ? 'the function' : `\`${name}\``);

const jsonParts = (writing: Writing): TaskParts => ({
  helpers: 'answerOf, jsonIn',
  served: writing.ts('type { Json, ServedWorkload }'),
  type: '<{ readonly value: Json }>',
  about: `\`POST /${writing.route}\` answers with what ${shownIn(writing)} returns for the JSON in the body.`,
  members: `  bodyType: 'application/json',
  needsBody: true,
  parse: (_query, body = new Uint8Array()) => ({ value: jsonIn(body) }),
  // No check: an input that makes the function throw gets 500. For 400, throw InvalidParameter of ./workload/served here.
  run: ({ value }) => answerOf(${writing.callee}(value${writing.ts(` as unknown as Parameters<typeof ${writing.callee}>[0]`)}), '${writing.name}'),`,
});

const octetsParts = (writing: Writing): TaskParts => ({
  helpers: 'answerOf, bufferOf',
  served: writing.ts('type { ServedWorkload }'),
  type: '',
  about: `\`POST /${writing.route}\` answers with what ${shownIn(writing)} returns for the octets in the body.`,
  members: `  bodyType: 'application/octet-stream',
  needsBody: true,
  parse: (_query, body = new Uint8Array()) => ({ octets: body }),
  run: ({ octets }) => answerOf(${writing.callee}(bufferOf(octets${writing.ts(' as Uint8Array')})), '${writing.name}'),`,
});

const argumentsParts = (writing: Writing, args: readonly unknown[]): TaskParts => ({
  helpers: 'answerOf',
  served: `{ InvalidParameter${writing.ts(', type Json, type ServedWorkload')} }`,
  type: '',
  about: `\`GET /${writing.route}?args=[…]\` answers with what ${shownIn(writing)} returns for these arguments.`,
  before: `/** The arguments that were measured: a request without its own is computed with them. */
const measured${writing.ts(': readonly Json[]')} = ${JSON.stringify(args)};

`,
  members: `  parse: ({ args }) => ({ args: args === undefined ? measured : argumentsIn(args) }),
  run: ({ args }) => answerOf(${writing.callee}(...${writing.ts('(')}args${writing.ts(` as unknown as Parameters<typeof ${writing.callee}>)`)}), '${writing.name}'),`,
  after: `
function argumentsIn(text${writing.ts(': string')})${writing.ts(': readonly Json[]')} {
  try {
    const args${writing.ts(': unknown')} = JSON.parse(text);
    if (Array.isArray(args)) return args;
  } catch {} // refused below
  throw new InvalidParameter('args', 'is no JSON array', \`a JSON array, such as \${JSON.stringify(measured)}\`);
}
`,
});

/** Names that the file already uses. */
const TAKEN: ReadonlySet<string> = new Set([
  'InvalidParameter',
  'Json',
  'ServedWorkload',
  'Work',
  'answerOf',
  'args',
  'argumentsIn',
  'bufferOf',
  'inputOf',
  'jsonIn',
  'measured',
  'octets',
  'task',
  'value',
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
]);
