import type { FunctionFiles } from './function-files.ts';
import type { Framework, Language, Parts, Strategy } from './parts/contract.ts';
import type { Figures } from './variables.ts';

/** A request like the measured ones, and the answer that the function gave in the reader's project. */
export type Case = {
  readonly name: string;
  readonly body?: Uint8Array;
  readonly answer: string | Uint8Array;
  /** The media type of the answer. */
  readonly type: string;
  /** The fields of the answer other than its octets, as JSON. */
  readonly fields?: string;
  /** True if the function gives another answer each time. */
  readonly differs?: true;
};

/** Writes the cases for the tests of a service: a list, and the files that it names. */
export function caseFiles(cases: readonly Case[]): Record<string, string | Uint8Array> {
  const list = cases.map(({ name, body, type, fields, differs }) => ({
    ...(body && { body: `cases/${name}` }),
    answer: `cases/${name}.answer`,
    type,
    ...(fields !== undefined && { fields: JSON.parse(fields) }),
    ...(differs && { differs }),
  }));
  return {
    'test/cases.json': `${JSON.stringify(list, null, 2)}\n`,
    ...Object.fromEntries(
      cases.flatMap(({ name, body, answer }) => [
        ...(body ? [[`test/cases/${name}`, body] as const] : []),
        [`test/cases/${name}.answer`, answer],
      ]),
    ),
  };
}

/** The form of a call of the reader's function. */
export type Call =
  | { readonly kind: 'JSON' | 'octets' }
  /** The arguments that were measured. */
  | { readonly kind: 'arguments'; readonly args: readonly unknown[] };

/** The reader's function in its module. */
export type Named = {
  /** The export or its method: `render`, `pages.render`, `default`. */
  readonly name: string;
  /** True if the name is a property of the module's default export. */
  readonly isInDefault: boolean;
  /** The specifier of its module. */
  readonly from: string;
};

export type ScaffoldOptions = {
  /** The folder of `packages/`. */
  readonly top: string;
  readonly strategy: Strategy;
  readonly language: Language;
  /** The framework of the app, if only the strategy is written; absent for a complete service. */
  readonly into?: Framework | undefined;
  /** The absolute path of the function's module; `name` is the export. */
  readonly file: string;
  readonly name: string;
  readonly route: string;
  readonly call: Call;
  /** The media type of the answers, if the reader named one. */
  readonly answerType?: string | undefined;
  /** Requests for the tests, each with its answer. */
  readonly cases: readonly Case[];
  /** True if the function's own files are copied into the service. */
  readonly isCopied: boolean;
  /** True if the manifests of its strategy are written. */
  readonly forKubernetes: boolean;
  /** The absolute path of the written folder. */
  readonly out: string;
  readonly figures?: Figures | undefined;
  /** The names of the environment variables that the function was measured with. */
  readonly variables?: readonly string[] | undefined;
  /** The command that measures it together with its strategy, from the written folder. */
  readonly measured: string;
};

/** Everything from which the files of a folder are written. */
export type Written = ScaffoldOptions &
  Named & {
    readonly ofFunction: FunctionFiles;
    readonly parts: Parts;
    /** The name of the package, after the folder. */
    readonly title: string;
    /** The specifier of the function's module from the folder; `from` is the one from `src/`. */
    readonly fromHere: string;
    /** The paths of linked packages' modules from the folder, by the names of their imports. */
    readonly linked: Readonly<Record<string, string>>;
    /** The paths of the function's data from the folder, by their names in dist/. */
    readonly data: Readonly<Record<string, string>>;
    /** The context of an image: the folder with the reader's project and the service. */
    readonly project: string;
  };

/** The files of a strategy in an app depend on these. */
export type IntoOptions = Named &
  Pick<Written, 'strategy' | 'language' | 'title' | 'route' | 'call'> & { readonly framework: Framework };
