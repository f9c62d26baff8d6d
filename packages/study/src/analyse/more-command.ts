/** The command that adds these questions to the study that an analysis is of: with its workload, input and contestants. */
export const moreCommand = (
  { run }: { readonly run: { readonly id: string } },
  ...questions: readonly string[]
): string =>
  `pnpm bench more results/${run.id}${questions.length > 0 ? ` --scenarios ${questions.join(',')}` : ''}`;
