import { z } from 'zod';

/**
 * The schema of `analysis.json`: the parts that other programs read. Objects may have more fields than these, and a
 * field that is named here keeps its meaning until the version changes. `docs/analysis.schema.json` is made from it.
 */

const interval = z.looseObject({
  estimate: z.number(),
  // JSON has no infinity: a bound that is open is null.
  low: z.number().nullable(),
  high: z.number().nullable(),
});

const standing = z
  .looseObject({
    kind: z.enum([
      'best',
      'equivalent',
      'not-shown-behind',
      'not-judged',
      'overloaded',
      'questioned',
      'behind',
      'not-measured',
    ]),
    than: z.string().optional(),
    factor: interval.optional(),
    why: z.string().optional(),
  })
  .describe(
    'behind: another was shown to be better, “than” by “factor”; not-shown-behind: judged, and no difference shown; not-judged: too few rounds so far; not-measured: “why”, if by construction',
  );

const cell = z
  .looseObject({
    kind: z.enum([
      'number',
      'beside a failing task',
      'around a fault',
      'lost jobs',
      'parts',
      'bound',
      'open',
      'none',
    ]),
    value: z.union([interval, z.number()]).optional(),
    count: interval.optional(),
    total: z.number().optional(),
    why: z.string().optional(),
    side: z.enum(['at most', 'at least']).optional(),
    kept: z.number().int().optional(),
    windows: z.number().int().optional(),
  })
  .describe(
    'number has a value; faults and lost jobs have a count of a total; bound has the value of one side, and open has none, each with how many windows kept the target; open and none say why',
  );

const need = z.looseObject({
  id: z.string(),
  title: z.string(),
  group: z.enum(['speed', 'light requests', 'failures', 'costs']),
  unit: z.string().describe('ms, /s, MiB, unanswered, lost; empty: several numbers'),
  statistic: z.string().optional(),
  matter: z
    .string()
    .optional()
    .describe('the picture shows it: needs of one matter say the same of a strategy'),
  row: z.string().optional().describe('the answer row that it decides, alone or with others'),
  question: z.string().optional().describe('the question that measures it; absent: none does'),
  uncounted: z.string().optional().describe('why it has no weight; absent: it counts'),
  measured: z
    .looseObject({
      under: z.string(),
      perSecond: z.number().optional().describe('the rate, if it is the same for all'),
      n: z.number().int().describe('rounds; 0: known by construction'),
      better: z.enum(['higher', 'lower']),
      cells: z.record(z.string(), cell),
    })
    .optional()
    .describe('the figures by strategy; absent: the run has none'),
  pairs: z.array(
    z.looseObject({
      one: z.string(),
      other: z.string(),
      relation: z.enum(['better', 'equivalent', 'worse', 'inconclusive', 'not-judged']),
      ratio: interval.optional().describe('the factor by which “one” is better'),
    }),
  ),
  standings: z.record(z.string(), standing),
});

const decision = z.looseObject({
  options: z.array(z.string()).describe('the strategies that may be taken, in the order of the run'),
  undominated: z.array(z.string()),
  needs: z.array(need),
});

export const analysisSchema = z
  .looseObject({
    schemaVersion: z.literal(9),
    run: z.looseObject({
      id: z.string(),
      startedAt: z.string(),
      profile: z.string(),
      command: z.string(),
      seed: z.string(),
      workers: z.number().int(),
      durationS: z.number(),
      interrupted: z.boolean(),
      workload: z.looseObject({ name: z.string(), headline: z.record(z.string(), z.string()) }),
    }),
    environment: z.looseObject({
      cores: z.number().int().describe('the cores of the services'),
      part: z
        .looseObject({ of: z.number().int(), generators: z.number().int() })
        .optional()
        .describe(
          'the cores of the machine in all, and those of the load generators alone, if they have any',
        ),
      cpuModel: z.string(),
      memoryBytes: z.number(),
      os: z.string(),
      node: z.string(),
    }),
    contestants: z.array(z.looseObject({ id: z.string(), title: z.string(), version: z.string() })),
    scenarios: z.record(z.string(), z.looseObject({})).describe('the findings of each question, by its id'),
    validity: z.looseObject({
      failed: z.array(z.looseObject({ contestant: z.string(), reason: z.string() })),
      warnings: z.array(z.looseObject({ id: z.string(), message: z.string(), remedy: z.string() })),
    }),
    decision: decision.describe('among the main strategies, by every need'),
    families: z.record(z.string(), decision).describe('each main strategy among its peers'),
  })
  .describe('The analysis.json of a run of the bench, version 9');
