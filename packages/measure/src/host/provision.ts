import type { Source } from './sources.ts';

/** Something that contestants need beside them and the bench came by: what tells them of it, and its end. */
export type Provision = {
  /** As manifests name it. */
  readonly need: string;
  readonly version: string;
  readonly source: string;
  /** Its process, where the bench started one: what it uses is used by whoever needs it. */
  readonly pid?: number;
  /** For the environment of whoever needs it. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

export type ProvisionSource = Source<Pick<Provision, 'version' | 'pid' | 'env' | 'stop'>>;
