import { NAME } from '@cpu-bound/workload';
import { z } from 'zod';

type Need = 'redis' | 'postgres' | 'nginx' | `npm:${string}`;

const name = z.string().regex(NAME, 'must be lower-case letters, digits and dashes');
const text = z.string().min(1);
const command = z
  .tuple([text], z.string(), { error: 'must be an array of strings, the program first' })
  .readonly();
const sentences = z.record(z.string(), text).readonly();
const environment = z.record(z.string(), z.string()).readonly();
/** Packages from npm have their exact versions, so that everybody measures the same. */
const need = z.string().regex(/^(?:redis|postgres|nginx|npm:\S+@\d\S*(?: \S+@\d\S*)*)$/, {
  error: 'must be redis, postgres, nginx, or npm: and packages with exact versions',
}) as unknown as z.ZodType<Need>;

/** The reason why a contestant does not run on a runtime, or its further exceptions there. */
const onOtherRuntime = z
  .strictObject({ cannotRun: text.exactOptional(), cannot: sentences.exactOptional() })
  .readonly();

const variant = z
  .strictObject({
    title: text,
    command: command.exactOptional(),
    env: environment.exactOptional(),
    /** The scenarios that measure it by default. */
    scenarios: z.array(text).readonly().exactOptional(),
    /** True if people would use it in place of its contestant. */
    peer: z.boolean().exactOptional(),
  })
  .readonly();

/** The `contestant` field of a contestant's package.json. */
export const manifest = z.strictObject({
  id: name,
  title: text,
  summary: text,
  command,
  env: environment.exactOptional(),
  /**
   * The backends and programs that it needs, which the bench finds or starts. For `npm:wattpm@3.65.0
   * @platformatic/node@3.65.0`, the bench installs these packages on first use into one `node_modules`, and passes its path
   * in a variable with the name of the first: `NPM_WATTPM`.
   */
  needs: z.array(need).readonly().exactOptional(),
  /**
   * The faults that it supports: a killed worker, a restarted Redis; `poison`: it uses this workspace's loader, so its
   * workload can fail on demand.
   */
  faults: z
    .array(z.enum(['kill-worker', 'redis-restart', 'poison']))
    .readonly()
    .exactOptional(),
  /** True if bodies and answers of octets reach its workers. */
  octets: z.literal(true).exactOptional(),
  /** The largest body of a request (413 beyond it) and of an answer, in octets. */
  mostOctets: z.int().positive().exactOptional(),
  /** True if it accepts jobs that are computed later: `POST /jobs`. */
  jobs: z.literal(true).exactOptional(),
  /** The situations in which people use it. */
  when: text.exactOptional(),
  /** The common name of a main contestant and its peers, as in `--contestants @pools`. */
  family: name.exactOptional(),
  /** The main contestant that a peer would replace. */
  peerOf: name.exactOptional(),
  /** True if `bench scaffold` wrote it around one function. */
  scaffolded: z.literal(true).exactOptional(),
  /** Sentences of the conformance suite that it cannot keep, each with the reason. */
  cannot: sentences.exactOptional(),
  /** The other runtimes that its sources were tried on, by name. `@bun` and the like use those alone. */
  runtimes: z.record(name, onOtherRuntime).readonly().exactOptional(),
  /** True if its tasks wait for a timer or another service, which go on while it is stopped: it is measured in windows. */
  waits: z.literal(true).exactOptional(),
  /** `false` if its only process computes, without workers. */
  workers: z.literal(false).exactOptional(),
  /** The unit that it deals to its workers: with connections, the way of connecting matters. */
  deals: z.enum(['requests', 'connections']).exactOptional(),
  /** Its place in tables and charts; contestants without one come last. */
  order: z.number().exactOptional(),
  /** The name of its metric that counts jobs which ran again after a worker had died. */
  retakenMetric: text.exactOptional(),
  /** Its variants, with another environment or command. Each is a contestant named `id:variant`. */
  variants: z.record(name, variant).readonly().exactOptional(),
  /** Manifests had this field until November 2026, and `--against` reads an older checkout. Nothing uses it. */
  workerCommand: command.exactOptional(),
});

export type ContestantManifest = Readonly<Omit<z.infer<typeof manifest>, 'workerCommand'>>;
