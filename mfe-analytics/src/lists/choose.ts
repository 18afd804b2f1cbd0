/** The chosen keys with or without some. */
export const withOrWithout = (chosen: ReadonlySet<string>, keys: readonly string[], has: boolean): Set<string> => {
  const next = new Set(chosen)
  for (const key of keys) {
    if (has) next.add(key)
    else next.delete(key)
  }
  return next
}
