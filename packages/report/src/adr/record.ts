import { BenchError } from '@cpu-bound/measure/model/errors';
import { Document, parse, visit } from 'yaml';
import { z } from 'zod';

/**
 * The ratio from which on there is a difference. A team for which only a larger one is worth the change raises its
 * threshold.
 */
export const NO_DIFFERENCE = 1;

/**
 * A pair on which the decision rests, and the ratio from which on it still supports the decision. Above 1 is better,
 * for any metric.
 */
const threshold = z
  .object({ need: z.string(), better: z.string(), than: z.string(), atLeast: z.number().positive() })
  .readonly();
export type Threshold = z.infer<typeof threshold>;

const schema = z.object({
  status: z.string(),
  date: z.coerce.string(),
  confirmation: z
    .object({
      command: z.string(),
      workload: z.string(),
      input: z.record(z.string(), z.coerce.string()).readonly(),
      /** The ids of contestants: one, or several level ones. */
      outcome: z.array(z.string()).min(1).readonly(),
      /** The weight of each need. */
      needs: z.record(z.string(), z.number().positive()).readonly(),
      /** The needs among them for which the run had a finding. */
      measured: z.array(z.string()).readonly(),
      thresholds: z.array(threshold).readonly(),
      /** The leaders of the answer rows that the needs belong to; empty if nobody leads. */
      rows: z.record(z.string(), z.array(z.string()).readonly()).readonly(),
    })
    .readonly(),
});

/** The front matter of our ADRs, for `bench adr --check`. */
export type AdrRecord = Readonly<z.infer<typeof schema>>;

/** Returns true for a record from before answer rows. */
const isOlder = (content: unknown): boolean => {
  const { confirmation } = (content ?? {}) as { readonly confirmation?: object };
  return confirmation !== undefined && 'thresholds' in confirmation && !('rows' in confirmation);
};

/** Writes the record as front matter with its marks: a line for each field, and for each threshold. */
export function frontMatter(record: AdrRecord): string {
  const document = new Document(record);
  const thresholds = document.getIn(['confirmation', 'thresholds'], true);
  visit(document, {
    Collection: (_key, node, path) => {
      if (path.length >= FIELD_DEPTH && (node !== thresholds || record.confirmation.thresholds.length === 0))
        node.flow = true;
    },
  });
  return `---\n${document.toString({ lineWidth: 0 })}---`;
}

/** The ancestors of a field of `confirmation`: the document, its map, a pair, that map, a pair. */
const FIELD_DEPTH = 5;

/**
 * Reads the front matter of an ADR.
 *
 * @throws BenchError naming the file and every field that is missing or wrong
 */
export function readRecord(text: string, file: string, flag = '--check'): AdrRecord {
  const [, yaml] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(text) ?? [];
  const refuse = (...problems: readonly string[]): never => {
    throw new BenchError(
      'USAGE',
      problems.map((problem) => `${flag} ${file}: ${problem}`),
    );
  };
  if (yaml === undefined)
    return refuse('has no front matter; accepted: a decision record that bench adr wrote');
  let content: unknown;
  try {
    content = parse(yaml);
  } catch (error) {
    return refuse(`its front matter is not YAML (${(error as Error).message.split('\n')[0]})`);
  }
  if (isOlder(content))
    return refuse(
      'has no answer rows, because an older bench wrote it; write it again by its needs: npx -y pnpm@12 bench adr --need …',
    );
  const { data, error } = schema.safeParse(content);
  return (
    data ??
    refuse(...error.issues.map(({ path, message }) => `${path.join('.') || 'front matter'}: ${message}`))
  );
}
