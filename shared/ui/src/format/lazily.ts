/** `create`'s value, made when it is first asked for: the first formatters of a page cost tens of milliseconds. */
export const lazily = <T extends object>(create: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= create())
}
