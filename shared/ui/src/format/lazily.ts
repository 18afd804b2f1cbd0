/**
 * Returns a function that calls `create` once, at its first call. A page's first formatters cost tens of milliseconds.
 */
export const lazily = <T extends object>(create: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= create())
}
