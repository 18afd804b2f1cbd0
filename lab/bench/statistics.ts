/** Nearest rank; 0 without values. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Middle half of the values: the machine may cause outliers. */
export const spread = (values: readonly number[]): readonly [from: number, to: number] => [
  quantile(values, 0.25),
  quantile(values, 0.75),
]
