import { BenchError } from '@cpu-bound/measure/model/errors';
import { Document, parse, visit } from 'yaml';
import { z } from 'zod';

/**
 * A pair on which the decision rests, and the ratio from which on it still supports the decision. Above 1 is better,
 * for any metric.
 */
export type Threshold = {
  readonly need: string;
  readonly better: string;
  readonly than: string;
  readonly atLeast: number;
};

/**
 * The ratio from which on there is a difference. A team for which only a larger one is worth the change raises its
 * threshold.
 */
export const NO_DIFFERENCE = 1;

/** The front matter of our ADRs, for `bench adr --check`. */
export type AdrRecord = {
  readonly status: string;
  readonly date: string;
  readonly confirmation: {
    readonly command: string;
    readonly workload: string;
    readonly input: Readonly<Record<string, string>>;
    /** The ids of contestants: one, or several level ones. */
    readonly outcome: readonly string[];
    /** The weight of each need. */
    readonly needs: Readonly<Record<string, number>>;
    /** The needs among them for which the run had a finding. */
    readonly measured: readonly string[];
    readonly thresholds: readonly Threshold[];
  };
};

const schema = z.object({
  status: z.string(),
  date: z.coerce.string(),
  confirmation: z.object({
    command: z.string(),
    workload: z.string(),
    input: z.record(z.string(), z.coerce.string()),
    outcome: z.array(z.string()).min(1),
    needs: z.record(z.string(), z.number().positive()),
    measured: z.array(z.string()),
    thresholds: z.array(
      z.object({
        need: z.string(),
        better: z.string(),
        than: z.string(),
        atLeast: z.number().positive(),
      }),
    ),
  }),
});

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
  if (yaml === undefined)
    throw new BenchError('USAGE', [
      `${flag} ${file}: has no front matter; accepted: a decision record that bench adr wrote`,
    ]);
  let content: unknown;
  try {
    content = parse(yaml);
  } catch (error) {
    throw new BenchError('USAGE', [
      `${flag} ${file}: its front matter is not YAML (${(error as Error).message.split('\n')[0]})`,
    ]);
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new BenchError(
    'USAGE',
    parsed.error.issues.map(
      ({ path, message }) => `${flag} ${file}: ${path.join('.') || 'front matter'}: ${message}`,
    ),
  );
}
