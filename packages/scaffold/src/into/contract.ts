import type { Language, Strategy } from '../parts/contract.ts';
import type { Call, Named } from '../task.ts';

export const FRAMEWORKS = ['express', 'fastify', 'node'] as const;
export type Framework = (typeof FRAMEWORKS)[number];

/** The context of the files of a strategy in an app. */
export type IntoOptions = Named & {
  readonly framework: Framework;
  readonly strategy: Strategy;
  readonly language: Language;
  /** The name of the package. */
  readonly title: string;
  readonly route: string;
  readonly call: Call;
};
