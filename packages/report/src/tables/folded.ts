/** GitHub requires an empty line on both sides of Markdown within HTML. */
export const folded = (title: string, parts: readonly string[]) =>
  `<details>\n<summary>${title}</summary>\n\n${parts.join('\n\n')}\n\n</details>`;
