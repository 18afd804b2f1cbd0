/** Calls `create` once, at the first call: formatters cost tens of milliseconds. */
export const lazily = <T extends object>(create: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= create())
}
