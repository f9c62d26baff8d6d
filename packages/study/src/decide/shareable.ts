import { ALL_SAMPLES } from '@cpu-bound/workload';
import type { Analysis } from '../model/analysis.ts';
import { decide } from './decision.ts';
import type { AnyNeedSource } from './need.ts';

const COMMAND = 'npx -y pnpm@12 bench run …  # left out: flags may name files, arguments and addresses';
const LEFT_OUT = 'left out of a page that is shared';

/**
 * Returns the analysis without data that may be private: paths, arguments, names of samples, addresses of targets, and
 * logs of contestants. The workload's name and its parameters stay. No analysis contains bodies.
 *
 * @param questions the questions whose needs the decision is made of again
 */
export function shareable(analysis: Analysis, questions: readonly AnyNeedSource[]): Analysis {
  const {
    run,
    contestants,
    validity,
    decision: _decision,
    families: _families,
    flips: _flips,
    ...rest
  } = analysis;
  const { folder: _folder, ...named } = run;
  const { workload, parts } = named;
  const found = {
    ...rest,
    run: {
      ...named,
      command: COMMAND,
      workload: {
        ...workload,
        specifier: workload.name,
        ...(workload.sizes && {
          sizes: workload.sizes.map((size) => (size.query.sample ? { ...size, label: 'a sample' } : size)),
        }),
      },
      ...(parts && { parts: parts.map((part) => ({ ...part, command: COMMAND })) }),
    },
    contestants: contestants.map(({ elsewhere, ...one }) => ({
      ...one,
      ...(elsewhere && { elsewhere: { ...elsewhere, origin: 'another address', light: 'a light request' } }),
    })),
    validity: {
      ...validity,
      failed: validity.failed.map((failure) => ({
        ...failure,
        message: `its message and its log are ${LEFT_OUT}`,
        log: [],
      })),
      missing: validity.missing.map((contestant) => ({ ...contestant, reason: `the reason is ${LEFT_OUT}` })),
    },
  };
  // Sentences of the decision name inputs, so the decision is made again.
  return decide(withNumberedSamples(found), questions);
}

/** Replaces each sample's name by a number, in order of appearance, because a file's name may be private. */
function withNumberedSamples<T>(found: T): T {
  const numbers = new Map<string, string>();
  const numberOf = (name: string): string => {
    const number = numbers.get(name) ?? String(numbers.size + 1);
    numbers.set(name, number);
    return number;
  };
  return JSON.parse(JSON.stringify(found), (key, value) =>
    key === 'sample' && typeof value === 'string' && value !== ALL_SAMPLES ? numberOf(value) : value,
  );
}
