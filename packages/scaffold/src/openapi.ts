import { openApiOf } from '@cpu-bound/service/openapi';
import type { Written } from './options.ts';

/** Writes `openapi.json`: the document of the measured service, with the reader's function as its workload. */
export function openApiFile({ route, name, call, answerType, strategy }: Written): string {
  const document = openApiOf(
    {
      name: route,
      ...(answerType !== undefined && { answerType }),
      ...(call.kind === 'arguments'
        ? { describe: { summary: `Calls ${name}.`, parameters: { args: ARGUMENTS } } }
        : {
            needsBody: true,
            bodyType: call.kind === 'JSON' ? 'application/json' : 'application/octet-stream',
          }),
    },
    strategy === 'queue',
  );
  return `${JSON.stringify(document, null, 2)}\n`;
}

const ARGUMENTS = {
  description: 'Its arguments, as a JSON array.',
  required: false,
  content: { 'application/json': { schema: { type: 'array' } } },
} as const;
