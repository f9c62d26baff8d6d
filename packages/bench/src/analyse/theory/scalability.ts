/** Parameters of the universal scalability law: rate of one worker, contention, and coherency. */
export type ScalabilityLaw = { readonly gamma: number; readonly alpha: number; readonly beta: number };

/** With fewer distinct numbers of workers three parameters fit anything. */
export const FEWEST_COUNTS = 6;

/**
 * Fits the law X(N) = γN ÷ (1 + α(N−1) + βN(N−1)) (Gunther, Guerrilla Capacity Planning, 2007, §4.4) by linear least squares of N ÷ X(N) = (1 + α(N−1) + βN(N−1)) ÷ γ, which is linear in 1/γ, α/γ
 * and β/γ. Negative α or β mean nothing physical and are left as they are: the caller says so.
 *
 * @param points workers and throughput, several rounds of each
 * @returns undefined below six distinct numbers of workers
 */
export function fitScalability(
  points: readonly { readonly workers: number; readonly throughput: number }[],
): ScalabilityLaw | undefined {
  if (new Set(points.map(({ workers }) => workers)).size < FEWEST_COUNTS) return undefined;
  const rows = points.map(({ workers: n }) => [1, n - 1, n * (n - 1)] as const);
  const targets = points.map(({ workers, throughput }) => workers / throughput);
  const solution = solveNormalEquations(rows, targets);
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN] = solution;
  return Number.isFinite(a) && a > 0 ? { gamma: 1 / a, alpha: b / a, beta: c / a } : undefined;
}

/** Solves (AᵀA)x = Aᵀb for three unknowns by Gauss–Jordan elimination with pivoting. */
function solveNormalEquations(rows: readonly (readonly number[])[], targets: readonly number[]): number[] {
  const size = 3;
  const sum = (of: (row: readonly number[], index: number) => number) =>
    rows.reduce((total, row, index) => total + of(row, index), 0);
  const matrix = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (_unused, j) => sum((row) => (row[i] ?? 0) * (row[j] ?? 0))),
    sum((row, index) => (row[i] ?? 0) * (targets[index] ?? 0)),
  ]);
  for (let column = 0; column < size; column++) {
    const pivot = matrix
      .slice(column)
      .reduce((best, row) => (Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best));
    matrix.splice(matrix.indexOf(pivot), 1);
    matrix.splice(column, 0, pivot);
    const head = pivot[column] ?? Number.NaN;
    for (const row of matrix) {
      if (row === pivot) continue;
      const factor = (row[column] ?? 0) / head;
      for (let j = column; j <= size; j++) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0);
    }
  }
  return matrix.map((row, index) => (row[size] ?? Number.NaN) / (row[index] ?? Number.NaN));
}
