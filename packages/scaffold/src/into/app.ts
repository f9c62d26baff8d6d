import type { IntoOptions } from '../options.ts';
import type { Framework } from '../parts/contract.ts';

/** The largest body in octets, as in the measured services. */
const BODY_LIMIT = '16 * 2 ** 20';

/**
 * Writes `test/app.ts`, an app that mounts the function as a reader does. It is a template, because only the mounted
 * strategy was measured, not the app.
 */
export function appFile(options: IntoOptions): string {
  const { title, strategy, language } = options;
  const isQueue = strategy === 'queue';
  const ts = (text: string) => (language === 'ts' ? text : '');
  const { imports, app } = FRAMES[options.framework]({ ...options, isQueue, ts });
  const names = [
    'clientSignal',
    'closeServer',
    'HttpProblem',
    ...(needsInput(options) ? ['type Input'] : []),
    'start',
  ];
  const lines = [
    ...imports.filter((line) => line.includes("'node:")),
    ...(isQueue ? ["import { Queue } from 'bullmq';"] : []),
    ...imports.filter((line) => !line.includes("'node:")),
    `import { ${names.join(', ')} } from '${title}';`,
  ];
  const queue = isQueue
    ? `// Your queue. Its jobs are computed by the worker processes: node dist/worker.js
const queue = new Queue(process.env.QUEUE_NAME ?? '${options.route}', {
  connection: { url: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379' },
});
queue.on('error', ({ message }) => console.error(message));
`
    : '';
  return `${lines.join('\n')}

${queue}const { compute, stop } = await start(${isQueue ? '{ queue }' : ''});
${app}`;
}

type Frame = IntoOptions & { readonly isQueue: boolean; readonly ts: (text: string) => string };
type App = { readonly imports: readonly string[]; readonly app: string };

const needsInput = ({ language, framework, call }: IntoOptions): boolean =>
  language === 'ts' && framework === 'fastify' && call.kind !== 'octets';
const isOctets = ({ call }: Pick<IntoOptions, 'call'>): boolean => call.kind === 'octets';
const port = 'const port = Number(process.env.PORT ?? 3000);';
const listening = (server: string, { language }: IntoOptions) => {
  const address = language === 'ts' ? `(${server}.address() as AddressInfo)` : `${server}.address()`;
  return `console.log(\`listening on port \${${address}.port}\`)`;
};
const addressInfo = ({ language }: IntoOptions) =>
  language === 'ts' ? ["import type { AddressInfo } from 'node:net';"] : [];

/** Writes the stop of a server of node:http at its signal, after its accepted requests. */
const stopping = ({ isQueue }: Frame): string => `process.once('SIGTERM', async () => {
  await closeServer(server); // answers the requests that have arrived
  await stop();
${isQueue ? '  await queue.close();\n' : ''}${EXIT}});
`;

/** Ends the process, though the function's module may keep a timer. */
const EXIT = '  process.exit();\n';

const FRAMES: Readonly<Record<Framework, (frame: Frame) => App>> = {
  express: (frame) => ({
    imports: [
      ...addressInfo(frame),
      `import express${frame.ts(', { type ErrorRequestHandler }')} from 'express';`,
    ],
    app: `const app = express();

app.post('/${frame.route}', ${isOctets(frame) ? `express.raw({ limit: ${BODY_LIMIT} })` : `express.json({ strict: false, limit: ${BODY_LIMIT} })`}, async (request, response) => {
  if (request.body === undefined)
    throw new HttpProblem({ status: 415, detail: 'accepted: application/${isOctets(frame) ? 'octet-stream' : 'json'}' });
  const output = await compute(request.body, { signal: clientSignal(response) });
  ${isOctets(frame) ? respondOctets("response.type('application/octet-stream').send(Buffer.from(octets))", 'response.json(output)') : 'response.json(output);'}
});
app.get('/another', (_request, response) => void response.send('answered at once'));

// An error of the strategy has its answer: 503 beyond the limit, 504 at the deadline.
${frame.ts('const answerProblem: ErrorRequestHandler = ')}${frame.language === 'ts' ? '' : 'const answerProblem = '}(error, _request, response, next) => {
  if (response.headersSent || !(error instanceof HttpProblem)) return next(error);
  response.status(error.document.status).set(error.headers).type('application/problem+json');
  response.send(JSON.stringify(error.document));
};
app.use(answerProblem);

${port}
const server = app.listen(port, (error) => {
  if (error) throw error;
  ${listening('server', frame)};
});
${stopping(frame)}`,
  }),
  fastify: (frame) => ({
    imports: [...addressInfo(frame), "import Fastify from 'fastify';"],
    app: `// \`closeServer\` announces the end of a connection; without the last option, fastify would refuse its last requests.
const app = Fastify({ bodyLimit: ${BODY_LIMIT}, return503OnClosing: false });
${isOctets(frame) ? "app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>\n  done(null, body),\n);\n" : ''}
app.post('/${frame.route}', async (request, reply) => {
  const output = await compute(request.body${frame.ts(isOctets(frame) ? ' as Buffer' : ' as Input')}, { signal: clientSignal(reply.raw) });
  ${isOctets(frame) ? respondOctets("return reply.type('application/octet-stream').send(Buffer.from(octets))", 'return output') : 'return output;'}
});
app.get('/another', async () => 'answered at once');

// An error of the strategy has its answer: 503 beyond the limit, 504 at the deadline.
app.setErrorHandler((error, _request, reply) => {
  if (!(error instanceof HttpProblem)) return reply.send(error);
  const { document, headers } = error;
  reply.code(document.status).headers(headers).type('application/problem+json');
  return reply.send(JSON.stringify(document));
});
app.addHook('onClose', stop);
${frame.isQueue ? "app.addHook('onClose', () => queue.close());\n" : ''}
${port}
await app.listen({ port });
${listening('app.server', frame)};
process.once('SIGTERM', async () => {
  await closeServer(app.server); // answers the requests that have arrived
  await app.close();
${EXIT}});
`,
  }),
  node: (frame) => ({
    imports: [
      `import { createServer${frame.ts(', type IncomingMessage')} } from 'node:http';`,
      ...addressInfo(frame),
    ],
    app: `const server = createServer(async (request, response) => {
  if (request.method !== 'POST' || request.url !== '/${frame.route}') return void response.end('answered at once');
  try {
    const body = await bodyOf(request);
    const output = await compute(${isOctets(frame) ? 'body' : 'jsonIn(body)'}, { signal: clientSignal(response) });
    ${isOctets(frame) ? respondOctets("\n      response.setHeader('Content-Type', 'application/octet-stream').end(octets)", "response.setHeader('Content-Type', 'application/json').end(JSON.stringify(output))", '    ') : "response.setHeader('Content-Type', 'application/json').end(JSON.stringify(output));"}
  } catch (error) {
    if (response.destroyed) return; // the client has left
    // An error of the strategy has its answer: 503 beyond the limit, 504 at the deadline.
    const isKnown = error instanceof HttpProblem;
    if (!isKnown) console.error(error);
    const { document, headers } = isKnown ? error : FAILED;
    response.writeHead(document.status, { ...headers, 'Content-Type': 'application/problem+json' });
    response.end(JSON.stringify(document));
  }
});

const FAILED = new HttpProblem({ status: 500, detail: 'the request failed' });
const TOO_LARGE = new HttpProblem({ status: 413, detail: 'the body is larger than 16 MiB' });
const MAX_BODY_BYTES = ${BODY_LIMIT};

async function bodyOf(request${frame.ts(': IncomingMessage')})${frame.ts(': Promise<Buffer>')} {
  const chunks${frame.ts(': Buffer[]')} = [];
  let octets = 0;
  for await (const chunk of request) {
    octets += chunk.length;
    if (octets > MAX_BODY_BYTES) throw TOO_LARGE;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
${
  isOctets(frame)
    ? ''
    : `
function jsonIn(body${frame.ts(': Buffer')}) {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new HttpProblem({ status: 400, detail: 'the body is no JSON' });
  }
}
`
}
${port}
server.listen(port, () => ${listening('server', frame)});
${stopping(frame)}`,
  }),
};

/** Writes the answer of a function of octets, which may also return another value. */
const respondOctets = (octets: string, other: string, indent = '  '): string =>
  `const { octets } = Object(output);\n${indent}if (octets instanceof Uint8Array)${octets.startsWith('\n') ? '' : ' '}${octets};\n${indent}else ${other};`;
