/** The value below which `share` of the values lie (nearest rank); 0 when there are none. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The middle half of the values: what is outside of it may be the machine's mood. */
export const spread = (values: readonly number[]): readonly [from: number, to: number] => [
  quantile(values, 0.25),
  quantile(values, 0.75),
]
