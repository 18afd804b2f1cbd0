/** From 0 up to 1, the same on every visit. */
export const noise = (seed: number, count: number): number[] => {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  })
}

export const integers = (seed: number, count: number, [from, to]: readonly [number, number]): number[] =>
  noise(seed, count).map((value) => from + Math.floor(value * (to - from + 1)))

/** Moves by at most `step` at a time. */
export const walk = (seed: number, count: number, { start, step }: { start: number; step: number }): number[] => {
  let at = start
  return noise(seed, count).map((value) => (at += (value - 0.5) * 2 * step))
}
