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
